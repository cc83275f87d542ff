import { describe, expect, test } from 'vitest';
import { claimsOfRun } from '../../../suites/replay/kept.ts';
import { lanesOf, stagesOf } from '../../../suites/workers/lanes.ts';
import { bothInterfaces } from '../../support/setups/both-interfaces.ts';

const namesIn = (claims: readonly { readonly suite: string }[]) => claims.map(({ suite }) => suite);
const { limits } = bothInterfaces();
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

  test('end with the races, which never wait', () => {
    const apart = lanes({}, {}, true).map(({ claims }) => namesIn(claims));
    expect(apart.slice(1, 3).map((suites) => suites.at(-1))).toEqual(['resource/races', 'legacy/races']);
  });

  test('begin with the procedures, which mostly wait, while other lanes keep the cores busy', () => {
    const [about] = lanes({}, {}, true).map(({ claims }) => namesIn(claims));
    expect(about?.filter((suite) => suite !== 'kept')).toEqual([
      'webhooks/registration',
      'webhooks/retries',
      'webhooks/notifications',
    ]);
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
    const stages = stagesOf(lanes({}, {}, true), true).map((stage) => stage.map(({ lane }) => lane));
    expect(stages).toEqual([[0], [0, 1, 2, 3]]);
  });
});

describe('the stages of a run', () => {
  const stages = stagesOf(lanes()).map((stage) =>
    stage.map(({ lane, claims }) => [lane, namesIn(claims)] as const),
  );

  test('begin with what was kept, alone', () => {
    expect(stages[0]).toEqual([[0, ['kept']]]);
  });

  test('have both interfaces side by side where nothing holds the target alone', () => {
    expect(stages[1]?.map(([lane]) => lane)).toEqual([0, 1]);
  });

  test('end with what moves the clock, the consumers or the webhook URL, one lane at a time', () => {
    expect(stages.slice(2)).toEqual([
      [[0, ['legacy/time', 'webhooks/registration', 'webhooks/retries']]],
      [[1, ['resource/time']]],
    ]);
  });
});
