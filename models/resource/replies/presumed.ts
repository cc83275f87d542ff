import type { Step } from '../../../engine/model.ts';
import type { Reply } from '../../wire.ts';
import { createdAtOf, expiresAtOf, type Payment, type ResourceState, type Token } from '../state.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const expiresAt = '2026-01-31T00:00:00.000Z';

/** An ordinary reply for planning: the payment or token that a step made or used, or the list of tokens, with placeholders for ids. */
export function presumedReply(state: ResourceState, step: Step): Reply {
  return {
    http: 200,
    contentType: 'application/json',
    body: bodyAfter(state, step),
    text: '',
    sentAt: 0,
    receivedAt: 0,
  };
}

function bodyAfter({ payments, tokens }: ResourceState, step: Step): unknown {
  if (step.operation === 'token-list') return listed(tokens);
  const about = (entities: object, used?: string) =>
    Object.hasOwn(entities, step.id) ? step.id : (used ?? '');
  const paymentKey = about(payments, step.uses['payment']);
  const tokenKey = about(tokens, step.uses['token']);
  const payment = payments[paymentKey];
  const token = tokens[tokenKey];
  if (payment !== undefined) return shownPayment(payment, paymentKey);
  return token === undefined ? {} : shownToken(token, tokenKey);
}

function shownPayment(payment: Payment, key: string) {
  return {
    id: payment.id ?? `pay_of-${key}`,
    status: payment.status.is,
    amount: Number(payment.amount ?? 1000),
    tier: 'classic',
    created_at: createdAtOf(payment) ?? createdAt,
    expires_at: expiresAtOf(payment) ?? expiresAt,
    captures: payment.captures.map(({ id, step, amount }) => ({
      id: id ?? `cap_of-${step}`,
      amount: Number(amount ?? 500),
      created_at: createdAt,
      items: payment.items ?? [],
    })),
    refunds: payment.refunds.map(({ id, step, amount }) => ({
      id: id ?? `ref_of-${step}`,
      amount: Number(amount ?? 100),
      created_at: createdAt,
    })),
  };
}

const listed = (tokens: ResourceState['tokens']) =>
  Object.entries(tokens)
    .filter(([, { status }]) => status.is !== 'DELETED')
    .map(([key, token]) => shownToken(token, key));

function shownToken({ id, status, consumerId, version }: Token, key: string) {
  return {
    id: id ?? `tok_of-${key}`,
    status: status.is,
    merchant_id: 'mer_any',
    origin: { email: 'any@example.test' },
    consumer_id: consumerId ?? `con_of-${key}`,
    version_nr: (version?.last ?? 0) + (version?.least ?? 1),
    created_at: createdAt,
    activated_at: createdAt,
    updated_at: createdAt,
    deleted_at: status.is === 'DELETED' ? createdAt : null,
    suspensions: status.is === 'SUSPENDED' ? [{ timestamp: createdAt }] : [],
  };
}
