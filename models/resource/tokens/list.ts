import type { Expect } from '../../../spec/expect.ts';
import type { Check, Step, Breach } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { tokenListRules as rules } from '../../../spec/resource/tokens/list.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { withChecks, withParts } from '../../with-checks.ts';
import { check, isObject, isString, breachesOf } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { Call, Reply } from '../../wire.ts';
import { entries, sameState } from '../forms.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, ResourceOutcome, ResourceState, Token } from '../state.ts';
import { maySucceed, succeeded } from '../replies/verdicts.ts';
import { learnedToken, bumpVersion } from './learn.ts';
import { tokenChecks } from './object.ts';

const live = ['ACTIVE', 'SUSPENDED'] as const;
const isLive = (status: unknown): boolean => live.some((one) => sameState(status, one));

/**
 * Listing tokens (Endpoints, GET /tokens/). Other sequences issue and delete tokens meanwhile, so only those of this sequence are judged.
 * The list may be a page, which may lack any of them: what it shows is judged, what it leaves out does not accuse the target.
 */
export function predictTokenList(state: ResourceState, call: Call, step: Step): Outcomes {
  const others = call.to === 'control' ? 0 : (call.others ?? 0);
  const outcomes = listOutcomes(state, call, step, others);
  return others === 0 ? outcomes : outcomes.map((one) => countedBy(one, others));
}

/** The outcome where lists of other sequences may count as well, whatever became of this one. */
function countedBy(outcome: ResourceOutcome, others: number): ResourceOutcome {
  const next = (reply?: Reply): ResourceState => {
    const state = outcome.next(reply);
    const tokens = Object.entries(state.tokens).map(([key, token]) => [key, bumpVersion(token, 0, others)]);
    return { ...state, tokens: Object.fromEntries(tokens) as ResourceState['tokens'] };
  };
  return withParts(outcome, { next });
}

function listOutcomes(state: ResourceState, call: Call, step: Step, others: number): Outcomes {
  return guarded(state, call, step, 'GET', () => {
    const own = Object.entries(state.tokens).filter(([, { id }]) => id !== undefined);
    const present = own
      .filter(([, { status, shared }]) => status.is !== 'DELETED' && !shared)
      .map(([, token]) => token);
    const shown = [...present.flatMap((token) => asRead(token, 1 + others)), oneMerchant(present)];
    const held = present.map(holding);
    const after = (outcome: ResourceOutcome): ResourceOutcome =>
      withParts(outcome, { next: (reply) => afterList(outcome.next(reply), present, reply) });
    const gone = leavingOut(own, present, state);
    const further = [...gone, ...held, ...notLonger(state), ...shown];
    const whole = after(ofConsumers(present, listing(state, own, further)));
    if (present.length === 0) return [whole];
    const onPage = [...gone.map((one) => ({ ...one, countsAsEvidence: false })), ...shown];
    const paged = after(withChecks(listing(state, own, onPage), () => [lackingPage(present, state)]));
    // A list that lacks nothing may be a page that is not full: it settles nothing.
    const pages: Outcomes = choose(resourceLatitudes.listPaging, { paged });
    return [whole, ...pages];
  });
}

/**
 * That the list shows one merchant: the key belongs to an account, and sub-merchants have wallets. Two tokens of this sequence prove it, since
 * a repeated run need not meet those of others.
 */
const oneMerchant = (present: readonly Token[]): Check<Reply> => {
  const all = check(
    rules.oneMerchant.id,
    'one merchant_id',
    ({ body }) => merchantIds(entries(body)),
    (ids) => new Set((ids as readonly unknown[]).filter(isString)).size <= 1,
    { about: 'merchant_id', countsAsEvidence: present.length > 1 },
  );
  const ownOf = (reply: Reply) =>
    present.map((token) => findIn(reply, token)).filter((one) => one !== undefined);
  return {
    ...marked(all, (reply) => new Set(merchantIds(ownOf(reply)).filter(isString)).size > 1),
    proves: (reply) => ownOf(reply).length > 1,
  };
};

const merchantIds = (tokens: ReturnType<typeof entries>): readonly unknown[] =>
  tokens.map((token) => token['merchant_id']);

/** The check with each breach marked that the tokens of this sequence do not show. */
const marked = (made: Check<Reply>, isOwn: (reply: Reply) => boolean): Check<Reply> => ({
  ...made,
  test: (reply) =>
    made.test(reply).map((breach) => (isOwn(reply) ? breach : { ...breach, beside: true as const })),
});

/** The listing with the claim that no consumer is left out, where the tokens of this sequence are of several. */
function ofConsumers(present: readonly Token[], whole: ResourceOutcome): ResourceOutcome {
  const consumers = new Set(present.map(({ consumerId }) => consumerId));
  if (present.length < 2 || consumers.has(undefined)) return whole;
  const choice = consumers.size > 1 ? 'several' : 'one';
  const all: Check<Reply> = {
    cites: consumers.size > 1 ? [rules.allConsumers.id] : [],
    countsAsEvidence: present.every(({ seen }) => seen),
    test({ body }) {
      const shown = new Set(entries(body).map((token) => token['consumer_id']));
      const left = present.find(({ consumerId }) => !shown.has(consumerId));
      if (left === undefined || shown.size !== 1) return [];
      const expected = `tokens of all consumers, ${left.consumerId} among them`;
      return [{ rule: rules.allConsumers.id, expected, received: 'tokens of one other consumer' }];
    },
  };
  return withParts(
    withChecks(whole, () => [all]),
    { assumes: { ...whole.assumes, [resourceLatitudes.tokenConsumers.id]: choice } },
  );
}

const fewestWeight = 20;
// One token is no page: then a list shows the newest alone, or those of one consumer.
const fewestOnPage = 2;
// A token that is listed twice may differ in the two places: the duplicate is accused first.
const onceWeight = 2;

const timesIn = (ids: unknown, id: string | undefined): number =>
  (ids as readonly unknown[]).filter((one) => one === id).length;

/**
 * A full page that lacks some token of this sequence; of what length and in what order is not shown. Pages have one length, and only the last
 * is shorter: a list that lacks a token, and is not as long as another before it, is no page, and breaks the rule that the token is listed.
 */
function lackingPage(present: readonly Token[], { lists }: ResourceState): Check<Reply> {
  const expected = 'a page without some token of this sequence';
  return {
    cites: [rules.array.id],
    weight: fewestWeight,
    decides: true,
    test({ body }) {
      const ids = idsOf(body);
      const lacked = lacking(present, ids);
      const isFull = ids.length >= Math.max(fewestOnPage, lists?.longest ?? 0);
      const isOfLength = lists?.page === undefined || ids.length === lists.page.length;
      if (lacked !== undefined && isFull && isOfLength) return [];
      const rule = lacked === undefined ? rules.array.id : heldBy(lacked);
      return [{ rule, expected, received: `a list of ${ids.length}` }];
    },
  };
}

/** That no list is longer than a page before it, which lacked a token. */
function notLonger({ lists }: ResourceState): readonly Check<Reply>[] {
  const page = lists?.page;
  if (page === undefined) return [];
  return [
    {
      cites: [],
      test({ body }) {
        const { length } = idsOf(body);
        const expected = `a list of ${page.length} at most, as long as the one before it that lacked a token`;
        return length <= page.length ? [] : [{ rule: page.rule, expected, received: `a list of ${length}` }];
      },
    },
  ];
}

/** The state with the length of one more list. */
function afterList(state: ResourceState, present: readonly Token[], reply: Reply | undefined): ResourceState {
  if (reply === undefined) return state;
  const ids = idsOf(reply.body);
  const lacked = lacking(present, ids);
  const page = lacked === undefined ? state.lists?.page : { length: ids.length, rule: heldBy(lacked) };
  const longest = Math.max(ids.length, state.lists?.longest ?? 0);
  return { ...state, lists: { longest, ...(page && { page }) } };
}

const lacking = (present: readonly Token[], ids: readonly unknown[]): Token | undefined =>
  present.find(({ id }) => !ids.includes(id));

function listing(
  state: ResourceState,
  own: readonly (readonly [string, Token])[],
  further: readonly Check<Reply>[],
): ResourceOutcome {
  return {
    name: 'listed',
    couldMatch: maySucceed,
    checks: () => [
      succeeded(rules.array.id, [rules.array.id, commonRules.versionCurrent.id]),
      check(
        rules.array.id,
        'an array of objects',
        ({ body }) => body,
        (body) => Array.isArray(body) && body.every(isObject),
        { expect: () => ({ at: '', must: { type: 'array' } }) },
      ),
      onlyLive(own.map(([, token]) => token)),
      ...own.map(([, { id }]) =>
        check(
          rules.once.id,
          `${id} once at most`,
          (reply) => idsOf(reply.body),
          (ids) => timesIn(ids, id) <= 1,
          { weight: onceWeight, provesWhere: (ids) => timesIn(ids, id) > 0 },
        ),
      ),
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

/** That each token of the list is alive. One of this sequence proves it, since a repeated run need not meet those of others. */
const onlyLive = (own: readonly Token[]): Check<Reply> => {
  const all = check(
    rules.onlyLive.id,
    'only ACTIVE and SUSPENDED tokens',
    ({ body }) => entries(body).map(({ status }) => status),
    (statuses) => (statuses as readonly unknown[]).every(isLive),
    { expect: () => ({ at: '', each: 'status', must: { state: live } }) },
  );
  const ownOf = (reply: Reply) => own.map((token) => findIn(reply, token)).filter((one) => one !== undefined);
  return {
    ...marked(all, (reply) => ownOf(reply).some(({ status }) => !isLive(status))),
    proves: (reply) => ownOf(reply).length > 0,
  };
};

/** The token after a list, which may count as a request on it, before or after showing it. */
function seenIn(token: Token, reply: Reply | undefined): Token {
  const read = bumpVersion(token, 0);
  // Offline a list is taken to be whole.
  if (reply === undefined) return token.status.is === 'DELETED' ? read : { ...read, listed: true };
  const listed = entries(reply.body).find(({ id }) => token.id !== undefined && id === token.id);
  return listed === undefined
    ? read
    : { ...bumpVersion(learnedToken(read, 'read', { ...reply, body: listed }), 0), listed: true };
}

const heldBy = ({ status }: Token): string =>
  status.is === 'ACTIVE' ? rules.holdsActive.id : rules.holdsSuspended.id;

/** That the list holds a token. */
function holding(token: Token): Check<Reply> {
  const rule = heldBy(token);
  const expected = `a list that holds ${token.id}, which is ${token.status.is}`;
  return {
    cites: [rule, rules.sameAsGet.id],
    countsAsEvidence: token.seen,
    test: (reply) =>
      findIn(reply, token) === undefined
        ? breachesOf([rule], expected, 'a list without it', {
            ...(token.id !== undefined && { expect: { at: '', some: 'id', must: { is: token.id } } }),
          })
        : [],
  };
}

/** Each field of a token that a list shows, as it is read, where so many lists may have counted. Of a token that was not shown since it was changed, a field breaks its own rule. */
function asRead(token: Token, lists: number): readonly Check<Reply>[] {
  return tokenChecks(bumpVersion(token, 0, lists), []).map((one): Check<Reply> => ({
    cites: [],
    ...(one.about !== undefined && { about: one.about }),
    test(reply) {
      const listed = findIn(reply, token);
      if (listed === undefined) return [];
      return one.test({ ...reply, body: listed }).map(({ expect, ...breach }) => ({
        ...breach,
        rule: token.met !== true || token.outside === true ? breach.rule : rules.sameAsGet.id,
        expected: `${token.id} as it is read, with ${breach.expected}`,
        ...inList((expect ?? []) as readonly Expect[], token),
      }));
    },
  }));
}

/** What is expected of a token, as of its entry in a list. */
function inList(expect: readonly Expect[], { id: value }: Token): Pick<Breach, 'expect'> {
  if (value === undefined) return {};
  const of = { list: '', key: 'id', value };
  return { expect: expect.flatMap((one) => ('at' in one ? [{ ...one, of }] : [])) };
}

/** The ids that a list shows. */
const idsOf = (body: unknown): readonly unknown[] => entries(body).map(({ id }) => id);

/** A token as a list shows it; undefined where it is not there. */
const findIn = ({ body }: Reply, { id }: Token) => entries(body).find((one) => one['id'] === id);

/**
 * That deleted tokens are not listed (Endpoints, GET /tokens/). A list proves it where it could hold them: it held one of them before, or it holds another token of this
 * sequence, and none has been a page.
 */
function leavingOut(
  own: readonly (readonly [string, Token])[],
  present: readonly Token[],
  { lists }: ResourceState,
): readonly Check<Reply>[] {
  const deleted = own.map(([, token]) => token).filter(({ status }) => status.is === 'DELETED');
  if (deleted.length === 0) return [];
  const ids = deleted.map(({ id }) => id);
  const wasListed = deleted.some(({ listed }) => listed);
  const gone = check(
    rules.leavesOutDeleted.id,
    `a list without ${ids.join(', ')}`,
    (reply) => idsOf(reply.body),
    (shown) => ids.every((id) => !(shown as readonly unknown[]).includes(id)),
    { countsAsEvidence: lists?.page === undefined && (wasListed || present.length > 0) },
  );
  const proves = (reply: Reply) => wasListed || present.some((token) => findIn(reply, token) !== undefined);
  return [{ ...gone, proves }];
}
