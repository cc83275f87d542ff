import type { Performed, ShownChoice, Step } from '../../../engine/model.ts';
import { resourceLatitudes as open } from '../../../spec/resource/latitudes.ts';
import { at, textOf } from '../../checks.ts';
import { orderOf } from '../../id-order.ts';
import type { Call, Reply } from '../../wire.ts';
import { entries } from '../forms.ts';
import { createdAtOf, expiresAtOf, type Payment, type ResourceState, type Token } from '../state.ts';

/** A list of so many tokens or fewer may be a page that is not full: so many are on the longest that are usual. */
const mostOnPage = 100;

/** What the replies of a sequence show of the open points about form: ids, lists, and descriptions of errors. */
export function choicesShown(performed: readonly Performed<Call, Reply>[]): readonly ShownChoice[] {
  const shown: ShownChoice[] = [];
  const latestIds = new Map<string, string>();
  const described = new Map<string, { readonly kind: string; readonly text: string }>();
  for (const { step, call, observation } of performed) {
    if ('lost' in observation || call.to !== 'resource') continue;
    const { reply } = observation;
    for (const [kind, id] of madeBy(call.operation, reply)) {
      const before = latestIds.get(kind);
      latestIds.set(kind, id);
      if (before !== undefined && before !== id)
        shown.push({ latitude: open.idOrder.id, choice: orderOf(before, id), step: step.id });
    }
    if (call.operation === 'token-list' && entries(reply.body).length > mostOnPage)
      shown.push({ latitude: open.listPaging.id, choice: 'whole', step: step.id });
    const [code, text] = [textOf(reply, 'code'), textOf(reply, 'description')];
    if (reply.http < 400 || code === undefined || text === undefined) continue;
    const { kind } = step;
    const before = described.get(code);
    described.set(code, { kind, text });
    if (before !== undefined && before.kind !== kind)
      shown.push({
        latitude: open.description.id,
        choice: before.text === text ? 'code' : 'cause',
        step: step.id,
      });
  }
  return shown;
}

/**
 * The ids that a reply has made, each with what it names: of a success the payment itself, or its latest capture or refund; of a failure the
 * error.
 */
function madeBy(operation: string, { http, body }: Reply): readonly (readonly [string, string])[] {
  if (http >= 400) {
    const reference = at(body, ['reference']);
    return typeof reference === 'string' && reference !== '' ? [['reference', reference]] : [];
  }
  if (http < 200 || http >= 300) return [];
  const list = lists[operation];
  const of = operation === 'create' ? body : list && entries(at(body, [list])).at(-1);
  const id = at(of, ['id']);
  return typeof id === 'string' && id !== '' ? [[operation, id]] : [];
}

const lists: Readonly<Record<string, string>> = { capture: 'captures', refund: 'refunds' };

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
