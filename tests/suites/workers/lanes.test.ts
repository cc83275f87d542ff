import { describe, expect, test } from 'vitest';
import { claimsOfRun } from '../../../suites/replay/kept.ts';
import { controlled } from '../../../harness/means/means.ts';
import { lanesOf, stagesOf } from '../../../suites/workers/lanes.ts';
import { bothInterfaces } from '../../support/setups/both-interfaces.ts';

const namesIn = (claims: readonly { readonly suite: string }[]) => claims.map(({ suite }) => suite);
const { limits } = bothInterfaces();
const settings = { target: bothInterfaces(), capabilities: controlled, realTime: false };
const lanes = (
  changes: Parameters<typeof bothInterfaces>[0] = {},
  more: { only?: readonly string[]; maxRequests?: number } = {},
  ownServers = false,
) =>
  lanesOf(
    { target: bothInterfaces(changes), only: [], maxRequests: Infinity, ...more },
    claimsOfRun,
    ownServers,
  );

describe('the lanes of a run', () => {
  test('hold each claim once, those of the resource interface apart', () => {
    const [others, resource] = lanes().map(({ claims }) => namesIn(claims));
    expect([...(others ?? []), ...(resource ?? [])].toSorted()).toEqual(namesIn(claimsOfRun).toSorted());
    expect(resource?.every((suite) => suite.startsWith('resource/'))).toBe(true);
    expect(others?.some((suite) => suite.startsWith('resource/'))).toBe(false);
  });

  test('share the connections that the target allows, and one of them receives the notifications', () => {
    expect(lanes({ limits: { ...limits, concurrency: 5 } }).map(({ share }) => share)).toMatchObject([
      { receives: true, receivers: 1, concurrency: 3 },
      { receives: false, receivers: 1, concurrency: 2 },
    ]);
  });

  test.each<[string, Parameters<typeof bothInterfaces>[0], Parameters<typeof lanes>[1]]>([
    ['the target is not ours', { cautious: true }, {}],
    ['its requests are limited by its settings', { limits: { ...limits, maxRequests: 9000 } }, {}],
    ['its requests are limited by the command', {}, { maxRequests: 9000 }],
    ['its rate is limited', { limits: { ...limits, requestsPerSecond: 50 } }, {}],
    ['its wrong keys are limited', { limits: { ...limits, wrongKeys: 10 } }, {}],
    ['it takes one request at once', { limits: { ...limits, concurrency: 1 } }, {}],
    ['one interface is selected', {}, { only: ['resource'] }],
    ['the selected suites are all of one lane', {}, { only: ['legacy', 'webhooks'] }],
  ])('are one where %s', (_why, changes, more) => {
    const [first, ...others] = lanes(changes, more);
    expect(others).toEqual([]);
    expect(namesIn(first?.claims ?? [])).toEqual(namesIn(claimsOfRun));
    expect(first?.share).toBeUndefined();
  });
});

describe('the lanes of a run with a server each', () => {
  test('hold each claim once, those about notifications apart, and what moves the clock', () => {
    const apart = lanes({}, {}, true).map(({ claims }) => namesIn(claims));
    expect(apart.flat().toSorted()).toEqual(namesIn(claimsOfRun).toSorted());
    expect(apart.map((suites) => [...new Set(suites.map((suite) => suite.split('/')[0]))])).toEqual([
      ['kept', 'webhooks'],
      ['resource'],
      ['legacy'],
      ['legacy'],
    ]);
    expect(apart[3]).toEqual(['legacy/time']);
  });

  test('are checked in one thread where they explore the same machine on replies', () => {
    const threads = lanes({}, {}, true).map(({ thread }) => thread);
    expect(threads).toEqual(['notifications', 'resource', 'legacy', 'legacy']);
  });

  test('know what machines the others explore meanwhile', () => {
    const clock = lanes({}, { only: ['legacy', 'resource'] }, true).at(-1);
    expect(clock?.share?.elsewhere?.map(({ machine, exclusive }) => [machine, exclusive])).toEqual([
      ['resource-payments', false],
      ['resource-tokens', false],
      ['resource-payments', true],
      ['legacy', false],
    ]);
  });

  test('begin with what plans show, have procedures before random sequences, and end with the races', () => {
    const [, all] = stagesOf(settings, lanes({}, {}, true), true);
    const ofLane = (lane: number) =>
      all?.find((one) => one.lane === lane)?.turns.map(({ claim, part }) => `${claim.suite} ${part}`);
    expect(ofLane(0)).toEqual([
      'webhooks/notifications evidence',
      'webhooks/registration whole',
      'webhooks/retries whole',
      'webhooks/notifications plan',
      'webhooks/notifications rest',
    ]);
    expect(ofLane(1)?.[0]).toBe('resource/payments evidence');
    expect(ofLane(1)?.indexOf('resource/races whole')).toBeGreaterThan(
      ofLane(1)?.indexOf('resource/payments rest') ?? 0,
    );
    expect(ofLane(2)?.at(-1)).toBe('legacy/races whole');
  });

  test('may each have all connections, and those receive notifications that judge them', () => {
    const share = { receives: true, receivers: 2, concurrency: 5 };
    const other = { ...share, receives: false };
    const apart = lanes({ limits: { ...limits, concurrency: 5 } }, {}, true);
    expect(apart.map((lane) => lane.share)).toMatchObject([share, other, other, share]);
    expect(namesIn(apart[2]?.claims ?? [])).toContain('legacy/lifecycle');
  });

  test('are those in which something is selected; the first has the other claims too', () => {
    // legacy/time serves the rows about notifications too.
    const apart = lanes({}, { only: ['webhooks'] }, true).map(({ claims }) => namesIn(claims));
    expect(apart).toHaveLength(2);
    expect(apart[0]).toEqual(expect.arrayContaining(['webhooks/retries', 'resource/payments']));
    expect(apart[1]).toContain('legacy/time');
  });

  test('have no stage in which one waits for another but that of the kept reproductions', () => {
    const stages = stagesOf(settings, lanes({}, {}, true), true).map((stage) =>
      stage.map(({ lane }) => lane),
    );
    expect(stages).toEqual([[0], [0, 1, 2, 3]]);
  });
});

describe('the stages of a run', () => {
  const stages = stagesOf(settings, lanes()).map((stage) =>
    stage.map(({ lane, turns }) => [lane, turns.map(({ claim, part }) => `${claim.suite} ${part}`)] as const),
  );

  test('begin with what was kept, alone', () => {
    expect(stages[0]).toEqual([[0, ['kept whole']]]);
  });

  test('have both interfaces side by side where nothing holds the target alone', () => {
    expect(stages[1]).toEqual([
      [0, ['legacy/lifecycle evidence', 'webhooks/notifications evidence']],
      [1, ['resource/payments evidence', 'resource/tokens evidence']],
    ]);
  });

  test('have what moves the clock, the consumers or the webhook URL behind it, one lane at a time', () => {
    expect(stages.slice(2, 4)).toEqual([[[0, ['legacy/time evidence']]], [[1, ['resource/time evidence']]]]);
    expect(stages).toContainEqual([[0, ['webhooks/registration whole', 'webhooks/retries whole']]]);
  });

  test('have all that is planned before random sequences and races of any lane', () => {
    const parts = stages.map(
      (stage) => new Set(stage.flatMap(([, names]) => names.map((name) => name.split(' ')[1]))),
    );
    const firstRest = parts.findIndex((names) => names.has('rest'));
    const lastPlan = parts.findLastIndex((names) => names.has('plan') || names.has('evidence'));
    expect(firstRest).toBeGreaterThan(lastPlan);
    expect(
      stages
        .slice(0, firstRest)
        .flat(3)
        .filter((name) => String(name).includes('races')),
    ).toEqual([]);
  });
});
