import { Big } from 'big.js';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';

const size = (pairs: object): number => Object.keys(pairs).length;

/** Faults of payments that show in few data only: at the third refund, over twenty pairs, once something was captured. */
export const paymentSeldomFaults: readonly Fault[] = [
  {
    id: 'resource-third-refund-refused',
    requirement: 'resource.refund.several-parts',
    summary: 'After two refunds of a capture nothing more can be refunded.',
    resource: {
      remaining: (capture, refunds) => (refunds.length > 1 ? new Big(0) : sound.remaining(capture, refunds)),
    },
  },
  {
    id: 'resource-update-of-twenty-pairs-merges',
    requirement: 'resource.update.metadata-replaced',
    summary: 'Metadata of twenty pairs stays when an update brings none.',
    resource: {
      updated(payment, changes) {
        const updated = sound.updated(payment, changes);
        const stays = size(payment.metadata) === 20 && size(updated.metadata) === 0;
        return stays ? { ...updated, metadata: payment.metadata } : updated;
      },
    },
  },
  {
    id: 'resource-update-after-capture-drops-description',
    requirement: 'resource.update.others-untouched',
    summary: 'An update of the order_ref of a captured payment empties its description.',
    resource: {
      updated(payment, changes) {
        const updated = sound.updated(payment, changes);
        const drops = payment.captures.length > 0 && changes.order_ref !== undefined;
        return drops && changes.description === undefined ? { ...updated, description: '' } : updated;
      },
    },
  },
  {
    id: 'resource-refund-after-fraction-in-yen',
    requirement: 'resource.refund.within-captured',
    summary: 'What a fraction of a yen leaves of a capture counts as a whole yen.',
    resource: {
      remaining: (capture, refunds) => sound.remaining(capture, refunds).round(0, Big.roundUp),
    },
  },
];
