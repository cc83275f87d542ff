import { type CaptureView, paymentView, type RefundView } from '../resource/payments/view.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { ReplyBody } from '../seams.ts';
import type { Fault } from './fault.ts';

const withoutZone = (instant: string): string => instant.slice(0, 19).replace('T', ' ');

function captures(
  slug: string,
  requirement: string,
  summary: string,
  change: (entry: CaptureView) => ReplyBody,
): Fault {
  return {
    id: `resource-captures-${slug}`,
    requirement: `resource.captures.${requirement}`,
    summary,
    resource: {
      paymentView(payment, forms) {
        const view = paymentView(payment, forms);
        return { ...view, captures: view.captures.map((entry) => ({ ...entry, ...change(entry) })) };
      },
    },
  };
}

function refunds(
  slug: string,
  requirement: string,
  summary: string,
  change: (entry: RefundView) => ReplyBody,
): Fault {
  return {
    id: `resource-refunds-${slug}`,
    requirement: `resource.refunds.${requirement}`,
    summary,
    resource: {
      paymentView(payment, forms) {
        const view = paymentView(payment, forms);
        return { ...view, refunds: view.refunds.map((entry) => ({ ...entry, ...change(entry) })) };
      },
    },
  };
}

/** Faults in what captures and refunds show. */
export const paymentEntryFaults: readonly Fault[] = [
  captures('created-at-form', 'created-at', 'Captures show their instant without a time zone.', (entry) => ({
    created_at: withoutZone(entry.created_at),
  })),
  captures('amount-as-text', 'amount', 'Captures show their amount as text.', ({ amount }) => ({
    amount: String(amount),
  })),
  captures('tax-as-text', 'tax', 'Captures show their tax as text.', ({ tax }) => ({ tax: String(tax) })),
  captures('items-by-id', 'items', 'Captures show the ids of their items alone.', ({ items }) => ({
    items: items.map(({ id }) => id ?? ''),
  })),
  captures('metadata-as-list', 'metadata', 'Captures show their metadata as a list.', ({ metadata }) => ({
    metadata: Object.entries(metadata),
  })),
  refunds('created-at-form', 'created-at', 'Refunds show their instant without a time zone.', (entry) => ({
    created_at: withoutZone(entry.created_at),
  })),
  refunds('amount-as-text', 'amount', 'Refunds show their amount as text.', ({ amount }) => ({
    amount: String(amount),
  })),
  refunds('metadata-as-list', 'metadata', 'Refunds show their metadata as a list.', ({ metadata }) => ({
    metadata: Object.entries(metadata),
  })),
  {
    id: 'resource-refund-metadata-lost',
    requirement: 'resource.refund.metadata',
    summary: 'The metadata of a refund is not kept.',
    resource: { refunded: (payment, refund) => sound.refunded(payment, { ...refund, metadata: {} }) },
  },
];
