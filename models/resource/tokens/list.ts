import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { tokenListRules as rules } from '../../../spec/resource/tokens/list.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { check, isObject, isString } from '../../checks.ts';
import { choose } from '../../choose.ts';
import { alsoChecked, changed } from '../../rechecked.ts';
import type { Call, Reply } from '../../wire.ts';
import { entries, sameState } from '../forms.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, ResourceOutcome, ResourceState, Token } from '../state.ts';
import { maySucceed, succeeded } from '../replies/verdicts.ts';
import { learnedToken, raised } from './learn.ts';
import { tokenChecks } from './object.ts';

const isLive = (status: unknown): boolean => sameState(status, 'ACTIVE') || sameState(status, 'SUSPENDED');

/**
 * Listing tokens (Endpoints, GET /tokens/). Other sequences issue and delete tokens meanwhile, so only those of this sequence are judged.
 * The list may be paged, and a page may lack any of them.
 */
export function predictTokenList(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'GET', () => {
    const own = Object.entries(state.tokens).filter(([, { id }]) => id !== undefined);
    const present = own
      .filter(([, { status, shared }]) => status.is !== 'DELETED' && !shared)
      .map(([, token]) => token);
    const whole = ofConsumers(
      present,
      listing(state, own, [...present.flatMap(holding), oneMerchant(present)]),
    );
    if (present.length === 0) return [whole];
    const lacks = lackingPage(present, state.pageLength);
    const paged = alsoChecked(listing(state, own, []), () => [lacks]);
    const next = (reply?: Reply): ResourceState => {
      const after = paged.next(reply);
      const ids = idsOf(reply?.body);
      const lacked = lacking(present, ids);
      if (reply === undefined || lacked === undefined) return after;
      return { ...after, pageLength: ids.length };
    };
    return choose(resourceLatitudes.listPaging, { whole, paged: changed(paged, { next }) });
  });
}

/**
 * That the list shows one merchant: the key belongs to an account, and sub-merchants have wallets. Two tokens of this sequence prove it, since
 * a repeated run need not meet those of others.
 */
const oneMerchant = (present: readonly Token[]): Check<Reply> =>
  check(
    rules.oneMerchant.id,
    'one merchant_id',
    ({ body }) => entries(body).map((token) => token['merchant_id']),
    (ids) => new Set((ids as readonly unknown[]).filter(isString)).size <= 1,
    { about: 'merchant_id', earns: present.length > 1 },
  );

/** The listing with the claim that no consumer is left out, where the tokens of this sequence are of several. */
function ofConsumers(present: readonly Token[], whole: ResourceOutcome): ResourceOutcome {
  const consumers = new Set(present.map(({ consumerId }) => consumerId));
  if (present.length < 2 || consumers.has(undefined)) return whole;
  const choice = consumers.size > 1 ? 'several' : 'one';
  const all: Check<Reply> = {
    cites: consumers.size > 1 ? [rules.allConsumers.id] : [],
    earns: present.every(({ seen }) => seen),
    test({ body }) {
      const shown = new Set(entries(body).map((token) => token['consumer_id']));
      const left = present.find(({ consumerId }) => !shown.has(consumerId));
      if (left === undefined || shown.size !== 1) return [];
      const expected = `tokens of all consumers, ${left.consumerId} among them`;
      return [{ rule: rules.allConsumers.id, expected, received: 'tokens of one other consumer' }];
    },
  };
  return changed(
    alsoChecked(whole, () => [all]),
    { assumes: { ...whole.assumes, [resourceLatitudes.tokenConsumers.id]: choice } },
  );
}

const fewestWeight = 20;
// A token that is listed twice may differ in the two places: the duplicate is accused first.
const onceWeight = 2;

const timesIn = (ids: unknown, id: string | undefined): number =>
  (ids as readonly unknown[]).filter((one) => one === id).length;

/** A page that lacks some token of this sequence. A list that is not a page breaks the rule that the token is listed. */
function lackingPage(present: readonly Token[], before: number | undefined): Check<Reply> {
  const expected = 'a page without some token of this sequence';
  return {
    cites: [rules.array.id],
    weight: fewestWeight,
    decides: true,
    test({ body }) {
      const ids = idsOf(body);
      const lacked = lacking(present, ids);
      if (lacked !== undefined && mayBePage(ids.length, before)) return [];
      const rule = lacked === undefined ? rules.array.id : heldBy(lacked);
      return [{ rule, expected, received: `a list of ${ids.length}` }];
    },
  };
}

const lacking = (present: readonly Token[], ids: readonly unknown[]): Token | undefined =>
  present.find(({ id }) => !ids.includes(id));

/**
 * Whether a list may be a page of a longer one. A page before others is full, so its length is a common page size: tens and fives (10, 25,
 * 100), powers of two (16, 64), or a grid of two, three or four columns (12, 24, 48), and never below ten. All pages have the same size.
 */
function mayBePage(length: number, before: number | undefined): boolean {
  if (before !== undefined && before !== length) return false;
  return length >= 10 && (length % 5 === 0 || length % 12 === 0 || Number.isInteger(Math.log2(length)));
}

const idsOf = (body: unknown): readonly unknown[] => entries(body).map(({ id }) => id);

function listing(
  state: ResourceState,
  own: readonly (readonly [string, Token])[],
  further: readonly Check<Reply>[],
): ResourceOutcome {
  const deleted = own.filter(([, { status }]) => status.is === 'DELETED').map(([, { id }]) => id);
  return {
    name: 'listed',
    mayBe: maySucceed,
    checks: () => [
      succeeded(rules.array.id, [rules.array.id, commonRules.versionCurrent.id]),
      check(
        rules.array.id,
        'an array of objects',
        ({ body }) => body,
        (body) => Array.isArray(body) && body.every(isObject),
      ),
      check(
        rules.onlyLive.id,
        'only ACTIVE and SUSPENDED tokens',
        ({ body }) =>
          entries(body)
            .map(({ status }) => status)
            .filter((status) => !isLive(status)),
        (others) => (others as readonly unknown[]).length === 0,
      ),
      ...own.map(([, { id }]) =>
        check(
          rules.once.id,
          `${id} once at most`,
          (reply) => idsOf(reply.body),
          (ids) => timesIn(ids, id) <= 1,
          { weight: onceWeight },
        ),
      ),
      ...(deleted.length === 0
        ? []
        : [
            check(
              rules.leavesOutDeleted.id,
              `a list without ${deleted.join(', ')}`,
              (reply) => idsOf(reply.body),
              (ids) => deleted.every((id) => !(ids as readonly unknown[]).includes(id)),
            ),
          ]),
      ...further,
    ],
    next: (reply?: Reply) => ({
      ...state,
      tokens: Object.fromEntries(
        Object.entries(state.tokens).map(([key, token]) => [key, seenIn(token, reply)]),
      ),
    }),
  };
}

/** The token after a list, which may count as a request on it, before or after showing it. */
function seenIn(token: Token, reply: Reply | undefined): Token {
  const read = raised(token, 0);
  const listed = entries(reply?.body).find(({ id }) => token.id !== undefined && id === token.id);
  return reply === undefined || listed === undefined
    ? read
    : raised(learnedToken(read, 'read', { ...reply, body: listed }), 0);
}

const heldBy = ({ status }: Token): string =>
  status.is === 'ACTIVE' ? rules.holdsActive.id : rules.holdsSuspended.id;

/** That the list holds a token, and each field as it is read. Of a token that was not shown since it was changed, a field breaks its own rule. */
function holding(token: Token): readonly Check<Reply>[] {
  const { is } = token.status;
  const rule = heldBy(token);
  const find = (reply: Reply) => entries(reply.body).find(({ id }) => id === token.id);
  const held: Check<Reply> = {
    cites: [rule, rules.sameAsGet.id],
    earns: token.seen,
    test: (reply) =>
      find(reply) !== undefined
        ? []
        : [
            {
              rule,
              expected: `a list that holds ${token.id}, which is ${is}`,
              received: 'a list without it',
            },
          ],
  };
  const fields = tokenChecks(raised(token, 0), []).map((one): Check<Reply> => ({
    cites: [],
    ...(one.about !== undefined && { about: one.about }),
    test(reply) {
      const listed = find(reply);
      if (listed === undefined) return [];
      return one.test({ ...reply, body: listed }).map((breach) => ({
        ...breach,
        rule: token.fixed === undefined || token.outside === true ? breach.rule : rules.sameAsGet.id,
        expected: `${token.id} as it is read, with ${breach.expected}`,
      }));
    },
  }));
  return [held, ...fields];
}
