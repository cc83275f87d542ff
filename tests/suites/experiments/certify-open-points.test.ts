import { describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { certifyOpenPoints, type Experimenting } from '../../../suites/experiments/certify-open-points.ts';
import { Recorded } from '../../../suites/resume/recorded.ts';
import { RunMemory } from '../../../suites/run/run-memory.ts';
import type { RunPhase } from '../../../suites/run/session.ts';
import { noJournal } from '../../../suites/run/session.ts';
import { type Accepts, boxesMachine, BoxTarget, marking, onBox, opening } from './boxes.ts';

interface Of {
  /** Requests of earlier experiments of the run. */
  readonly before?: number;
  readonly lanes?: number;
  readonly shards?: number;
  /** What the suite may send, and has sent. */
  readonly allowance?: number;
  readonly sent?: number;
  readonly phase?: RunPhase;
  /** The phase once so many requests of experiments were sent. */
  readonly finishesAfter?: number;
  readonly unjudged?: string;
  readonly memory?: RunMemory;
  readonly accepts?: Accepts;
  readonly run?: { readonly exclusive?: true; readonly notifications?: true };
}

const boxes = ['open slowly', 'mark large', 'mark small'].flatMap((step) =>
  [10, 20, 30].flatMap((weight) => [
    onBox(`make red ${weight}`, step),
    onBox(`make ${weight === 30 ? 'blue' : 'red'} ${weight}`, step),
  ]),
);

/** What a run journals of three open points that depend on a color. */
async function journaled({
  before = 0,
  lanes = 1,
  shards,
  allowance = Infinity,
  sent = 0,
  phase = 'open',
  finishesAfter = Infinity,
  unjudged,
  memory = new RunMemory(undefined, undefined),
  accepts = ({ color }) => color === 'red',
  run = {},
}: Of = {}) {
  const target = new BoxTarget(accepts);
  const answers = await target.explore(boxes);
  const explored = target.requests;
  memory.experiments.requests += before;
  const records: JournalRecord[] = [];
  const session: Experimenting = {
    suite: 'boxes',
    run: { memory },
    config: {
      seed: 1,
      ...(lanes > 1 && { share: { receives: true, receivers: 1, concurrency: 1 } }),
      ...(shards !== undefined && { shard: { index: 1, of: shards, shared: true } }),
    },
    connection: {
      get requests() {
        return sent + target.requests - explored;
      },
    },
    sentBefore: 0,
    allowance,
    journal: noJournal((record) => void records.push(record)),
    phase: () => (target.requests - explored >= finishesAfter ? 'finishing' : phase),
    driver: () => ({ ...target.driver(), unjudged: () => unjudged }),
  };
  await certifyOpenPoints(session, answers, {
    run: { machine: 'boxes', interface: 'resource', exclusive: false, notifications: false, ...run },
    machine: boxesMachine,
    prefix: 'boxes/1',
    seed: 1,
  });
  const found = records.flatMap((record) => (record.k === 'experiment' ? [record] : []));
  return { found, records, requests: target.requests - explored, memory };
}

const made = async (of: Of) => (await journaled(of)).found.length;

describe('each open point that was answered in several ways', () => {
  test('has an experiment in the journal, which accuses nothing and says what was assumed', async () => {
    const { found, records, requests } = await journaled();
    const asked = found.map(({ point, of }) => [point, of?.kind]);
    expect(asked).toEqual(
      expect.arrayContaining([
        [opening, undefined],
        [marking, 'large'],
        [marking, 'small'],
      ]),
    );
    expect(found).toHaveLength(3);
    for (const { point, of, usual, other, ended, condition, failure } of found) {
      expect([usual, other, ended, condition]).toEqual([
        'accepted',
        'refused',
        'depends',
        'color of the box is blue',
      ]);
      expect(failure).toMatchObject({ requirement: [], flaky: false });
      expect(failure.assumed).toEqual({ point, ...(of && { of }), choice: 'accepted' });
    }
    expect(new Set(found.map(({ failure }) => failure.reproduction)).size).toBe(3);
    expect(records.filter(({ k }) => k === 'failure')).toEqual([]);
    expect(found.reduce((sum, one) => sum + one.requests, 0)).toBe(requests);
    const sent = records.flatMap((one) => (one.k === 'sequence' ? [one] : []));
    expect(sent.every(({ phase }) => phase === 'experiment')).toBe(true);
    expect(sent.reduce((sum, one) => sum + one.requests, 0)).toBe(requests);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
  });

  test('is flaky only where it is unsteady', async () => {
    const { found } = await journaled({ accepts: ({ asked }) => asked % 5 > 0 });
    const ends = found.map(({ ended, failure }) => [ended, failure.flaky]);
    expect(ends).toContainEqual(['unsteady', true]);
    expect(ends.every(([ended, flaky]) => (ended === 'unsteady') === flaky)).toBe(true);
  });

  test('is looked into once in a run', async () => {
    const { memory } = await journaled();
    expect(await made({ memory })).toBe(0);
  });

  test('is looked into by a run that is resumed where its journal has no experiment about it, under a name of its own', async () => {
    const [first] = (await journaled()).found;
    if (first === undefined) throw new Error('there was no experiment');
    const recorded = new Recorded();
    recorded.add(first);
    const memory = new RunMemory(recorded, undefined);
    expect(memory.experiments.requests).toBe(first.requests);
    const { found } = await journaled({ memory });
    expect(found).toHaveLength(2);
    expect(new Set([first, ...found].map(({ failure }) => failure.reproduction)).size).toBe(3);
  });

  test.each<[where: string, of: Of]>([
    ['where the clock is moved', { run: { exclusive: true } }],
    ['where notifications are awaited', { run: { notifications: true } }],
    ['where the run is to end', { phase: 'finishing' }],
  ])('is not looked into %s', async (_where, of) => {
    expect((await journaled(of)).requests).toBe(0);
  });

  test('is not reported where the run ends meanwhile, and its requests count', async () => {
    const { found, memory, requests } = await journaled({ finishesAfter: 3 });
    expect(found).toEqual([]);
    expect(requests).toBeGreaterThan(0);
    expect(memory.experiments.requests).toBe(requests);
  });

  test('comes to nothing where the target was away meanwhile', async () => {
    const { found, records } = await journaled({ unjudged: 'the target was away' });
    expect(found).toEqual([]);
    const verdicts = records.map((record) => record.k === 'sequence' && record.verdict);
    expect(new Set(verdicts)).toEqual(new Set(['inconclusive']));
  });
});

describe('an experiment is begun only where 50 requests are left', () => {
  test.each<[of: string, limit: Of, isMade: boolean]>([
    ['300 of the run', { before: 250 }, true],
    ['300 of the run', { before: 251 }, false],
    ['150 of a lane', { before: 100, lanes: 2 }, true],
    ['150 of a lane', { before: 101, lanes: 2 }, false],
    ['the share of a shard', { before: 50, shards: 3 }, true],
    ['the share of a shard', { before: 51, shards: 3 }, false],
    ['what the suite may send', { allowance: 1000, sent: 950 }, true],
    ['what the suite may send', { allowance: 1000, sent: 951 }, false],
  ])('of %s: %j', async (_of, limit, isMade) => {
    expect((await made(limit)) > 0).toBe(isMade);
  });

  test('of a tenth of what the suite may send, and always one', async () => {
    const { found } = await journaled();
    const [first = 0, second = 0] = found.map(({ requests }) => requests);
    expect(await made({ allowance: 10 * (first + 50) - 10 })).toBe(1);
    expect(await made({ allowance: 10 * (first + 50) })).toBe(2);
    expect(await made({ allowance: 10 * (first + second + 50) - 10 })).toBe(2);
    expect(await made({ allowance: 10 * (first + second + 50) })).toBe(3);
    expect(await made({ allowance: 60 })).toBe(1);
  });
});
