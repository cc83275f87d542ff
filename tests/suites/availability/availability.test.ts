import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../harness/wire/exchange.ts';
import { steadyNow } from '../../../harness/time.ts';
import { Availability, mostLostInARow } from '../../../suites/availability/availability.ts';
import {
  verifySameServer,
  type Doubt,
  type Finding,
} from '../../../suites/availability/verify-same-server.ts';
import { patienceUntil } from '../../../suites/availability/reach-target.ts';
import { KnownReads, OwnReads } from '../../../suites/availability/known-reads.ts';
import { advancingClock } from '../../../models/clock-call.ts';
import { resourceCall } from '../../../models/right-calls.ts';
import type { ApiCall, Reply } from '../../../models/wire.ts';

const timedOut: Delivery = { lost: 'no answer within 1000 ms', code: 'ETIMEDOUT' };
const refused: Delivery = { lost: 'connection refused', code: 'ECONNREFUSED' };

/**
 * A watch over a target that comes back as `isBack` says, and is found by each look as the next of `findings`. `not known`: it is waited for
 * without end.
 */
function watching(
  isBack: boolean | 'not known',
  findings: readonly Finding[] = [],
  awayMs = 60_000,
  restoring = () => {},
) {
  const events: string[] = [];
  const looks: Doubt[] = [];
  const left = [...findings];
  const watch = new Availability({
    timeoutMs: 60_000,
    awayMs,
    wait: (_since, signal) =>
      isBack === 'not known'
        ? new Promise((resolve) => signal.addEventListener('abort', () => resolve({ isBack: false })))
        : Promise.resolve(isBack ? { isBack } : { isBack, cause: 'connection refused' }),
    restore: () => {
      restoring();
      return Promise.resolve(['the webhook URL']);
    },
    look: (doubt) => {
      looks.push(doubt);
      return Promise.resolve(left.shift() ?? { is: 'the same', since: 0 });
    },
    note: (_cause, event) => events.push(event),
    end: () => events.push('ended'),
    isOver: () => false,
  });
  return { watch, events, looks };
}
const doubt: Doubt = { aboutNotifications: false, lastSure: 1, witnesses: [], payments: [], own: [] };

describe('a target counts as away', () => {
  test('after a refused connection: what was under way is not judged, and its URL is set again', async () => {
    const { watch, events } = watching(true);
    const why = watch.since();
    watch.seen(refused);
    expect(await watch.ready()).toBe(true);
    expect(why()).toBe('the target was away meanwhile');
    expect(watch.since()()).toBeUndefined();
    expect(events).toEqual(['away']);
  });

  test.each([
    [mostLostInARow - 1, []],
    [mostLostInARow, ['gone', 'ended']],
  ])('after %i lost answers in a row or not', async (times, expected) => {
    const { watch, events } = watching(false);
    for (let time = 0; time < times; time += 1) watch.seen(timedOut);
    expect(await watch.ready()).toBe(expected.length === 0);
    expect(events).toEqual(expected);
  });

  test.each([
    [60_000, []],
    [0, ['gone', 'ended']],
  ])('after three lost answers over %i ms of limits.away or not', async (awayMs, expected) => {
    const { watch, events } = watching(false, [], awayMs);
    await watch.ready();
    for (let time = 0; time < 3; time += 1) watch.seen(timedOut);
    await watch.ready();
    expect(events).toEqual(expected);
  });

  test('not for lost answers with others between them', () => {
    const { watch, events } = watching(false);
    const answered = { reply: {} as Reply, headers: {}, ms: 1, at: 0 };
    for (let time = 0; time < 2 * mostLostInARow; time += 1) watch.seen(time % 2 === 0 ? timedOut : answered);
    expect(watch.epoch).toBe(0);
    expect(events).toEqual([]);
  });

  test('not for answers that are too large to be read', () => {
    const { watch, events } = watching(true);
    for (let time = 0; time < 2 * mostLostInARow; time += 1)
      watch.seen({ lost: 'too large', code: 'EMSGSIZE' });
    expect(watch.epoch).toBe(0);
    expect(events).toEqual([]);
  });

  test('for lost answers with answers of its control interface between them, which may live while the target hangs', async () => {
    const { watch, events } = watching(false);
    const answered = { reply: {} as Reply, headers: {}, ms: 1, at: 0 };
    for (let time = 0; time < mostLostInARow; time += 1) {
      watch.seen(answered, { byControl: true });
      watch.seen(timedOut);
    }
    expect(await watch.ready()).toBe(false);
    expect(events).toEqual(['gone', 'ended']);
  });
});

describe('before a violation counts', () => {
  test('a target that has forgotten what it knew is noted as started anew, and nothing before is judged', async () => {
    const { watch, events } = watching(true, [{ is: 'started anew', cause: 'it knows nothing' }]);
    const why = watch.since();
    const since = await watch.verifySameServer(doubt);
    expect(why()).toBeDefined();
    expect(since()).toBeUndefined();
    expect(events).toEqual(['restarted']);
  });

  test('what begins while the webhook URL is set again is not judged, since its events may have nowhere to go', async () => {
    let begun: () => string | undefined = () => undefined;
    const { watch } = watching(true, [{ is: 'started anew', cause: 'it knows nothing' }], undefined, () => {
      begun = watch.since();
    });
    await watch.verifySameServer(doubt);
    expect(begun()).toBe('the target was away meanwhile');
    expect(watch.since()()).toBeUndefined();
  });

  test('something else that answers for the target counts as the target being away', async () => {
    const { watch, events } = watching(false, [{ is: 'another', cause: 'HTTP 501' }]);
    await watch.verifySameServer(doubt);
    expect(watch.gone).toMatchObject({ cause: 'connection refused' });
    expect(events).toEqual(['gone', 'ended']);
  });

  test('a target that can not be looked at is not accused, and it is said that a violation does not count', async () => {
    const { watch, events } = watching(true, [{ is: 'not known', cause: 'no request was left' }]);
    const why = watch.since();
    await watch.verifySameServer(doubt);
    expect(why()).toBeDefined();
    expect(events).toEqual(['unseen']);
  });

  test('one look answers the doubts that arose before it, but not those about an earlier time or about notifications', async () => {
    const { watch, looks } = watching(true, [{ is: 'the same', since: 5 }]);
    const later = { ...doubt, lastSure: 6 };
    await Promise.all([later, later, later].map((one) => watch.verifySameServer(one)));
    expect(looks.length).toBeLessThan(3);
    const before = looks.length;
    await Promise.all([
      watch.verifySameServer({ ...doubt, lastSure: -1 }),
      watch.verifySameServer({ ...later, aboutNotifications: true }),
    ]);
    expect(looks).toHaveLength(before + 2);
  });
});

describe('a target that went away is waited for', () => {
  const now = 1_000_000;
  test.each([
    ['for limits.away', now, 60_000, 60],
    ['from its first unanswered request on', now - 30_000, 60_000, 30],
    ['a quarter of a minute at least', now - 600_000, 60_000, 15],
    ['no longer than limits.away, however short', now - 600_000, 700, 0.7],
  ])('%s', (_what, unansweredSince, awayMs, seconds) => {
    expect(patienceUntil(unansweredSince, awayMs, now)).toBe(now + seconds * 1000);
  });
});

describe('a target that is gone for another lane of the run', () => {
  const answered: Delivery = { reply: {} as Reply, headers: {}, ms: 1, at: 0 };
  const elsewhere = (inMs: number) => ({ cause: 'connection refused', awayAt: steadyNow() + inMs });

  test.each<[what: string, awayInMs: number, before: (watch: Availability) => void]>([
    ['that has sent nothing', -1000, () => {}],
    ['that was answered before', 1000, (watch) => watch.seen(answered)],
    ['that waits for it', -1000, (watch) => watch.seen(refused)],
    ['whose control interface lives', -1000, (watch) => watch.seen(answered, { byControl: true })],
  ])('is gone for one %s, and is neither waited for nor noted again', async (_what, awayInMs, before) => {
    const { watch, events } = watching('not known');
    const why = watch.since();
    before(watch);
    watch.takeGone(elsewhere(awayInMs));
    expect(await watch.ready()).toBe(false);
    watch.seen(refused);
    expect(await watch.ready()).toBe(false);
    expect(why()).toBe('the target was away meanwhile');
    expect(events).toEqual(['ended']);
  });

  test('is there for one that it has answered since: the interfaces may be served apart', async () => {
    const { watch, events } = watching(true);
    watch.seen(answered);
    watch.takeGone(elsewhere(-1000));
    expect(await watch.ready()).toBe(true);
    expect(events).toEqual([]);
  });

  test('is there for one that has found it to be back since', async () => {
    const { watch, events } = watching(true);
    watch.seen(refused);
    await watch.ready();
    watch.takeGone(elsewhere(-1000));
    expect(await watch.ready()).toBe(true);
    expect(events).toEqual(['away']);
  });
});

describe('what shows whether a target has forgotten everything', () => {
  const call: ApiCall = {
    to: 'legacy',
    operation: 'status',
    method: 'POST',
    path: '/pay/status',
    credential: 'valid',
  };
  const reply = (http: number) => ({ reply: { http } as Reply });
  const kept = (...steps: readonly [operation: string, http: number][]) => {
    const witnesses = new KnownReads();
    for (const [operation, http] of steps) {
      witnesses.sent('one', call);
      witnesses.answered('one', operation, call, reply(http));
    }
    return { own: witnesses.by(Infinity, 'one'), others: witnesses.by(Infinity, 'other') };
  };

  test.each<[string, [string, number][], number]>([
    ['a read that was answered', [['status', 200]], 1],
    ['no read that was refused', [['status', 400]], 0],
    [
      'no read after which the payment was changed',
      [
        ['status', 200],
        ['close', 200],
      ],
      0,
    ],
  ])('is %s, for other sequences than its own', (_what, steps, count) => {
    const { own, others } = kept(...steps);
    expect(own).toEqual([]);
    expect(others).toHaveLength(count);
  });

  test('is no read of a token whose sequence goes on, since it may count on the token', () => {
    const witnesses = new KnownReads();
    const read = resourceCall('token-get', 'tok_1');
    witnesses.sent('one', read);
    witnesses.answered('one', 'token-get', read, reply(200));
    expect(witnesses.by(Infinity, 'other')).toEqual([]);
    witnesses.ended('one');
    expect(witnesses.by(Infinity, 'other')).toHaveLength(1);
  });

  test('is no read before the clock was moved, since what expired may be dropped', () => {
    const witnesses = new KnownReads();
    witnesses.answered('one', 'status', call, reply(200));
    witnesses.sent('other', advancingClock('pass-time', 1000));
    expect(witnesses.by(Infinity, 'third')).toEqual([]);
  });
});

describe('what is lost while others are known', () => {
  const call = {
    to: 'legacy',
    operation: 'status',
    method: 'POST',
    path: '/pay/status',
    credential: 'valid',
  } as ApiCall;
  const of = (id: string): ApiCall => ({ ...call, body: { payment_id: id } });
  const answer = (http: number) => ({ reply: { http, body: {} } as Reply });
  const witness = (id: string) => ({ call: of(id), at: 1 });
  /** What a look finds of a target that knows only these payments. */
  const look = (known: readonly string[], own: readonly string[], forgets = false) =>
    verifySameServer(
      {
        reach: () => Promise.resolve(),
        ask: ({ body }) =>
          Promise.resolve(answer(known.some((id) => isDeepStrictEqual(body, of(id).body)) ? 200 : 400)),
        knowsFresh: () => Promise.resolve(true),
        hasForgottenUrl: () => Promise.resolve(false),
        forgets,
      },
      { ...doubt, witnesses: [witness('other')], own: own.map(witness) },
    );

  test('is lost by the target itself where what the sequence made before is known', async () => {
    expect(await look(['own'], ['own'])).toEqual({ is: 'the same', since: 1, forgets: true });
  });

  test('is lost by a restart where that is lost as well', async () => {
    expect(await look([], ['own'])).toMatchObject({ is: 'started anew' });
    expect(await look([], [])).toMatchObject({ is: 'started anew' });
  });

  test('says nothing once a target was seen to lose what is old', async () => {
    expect(await look([], [], true)).toEqual({ is: 'the same' });
  });

  test('is witnessed by what was known when it was seen last', () => {
    const reads = new OwnReads();
    for (const id of ['first', 'second', 'first']) reads.answered('status', of(id), answer(200));
    reads.answered('status', of('first'), answer(400));
    expect(reads.besideLast().map((one) => one.call.body)).toEqual([{ payment_id: 'second' }]);
    reads.answered('status', of('never seen'), answer(400));
    expect(reads.besideLast()).toEqual([]);
  });
});
