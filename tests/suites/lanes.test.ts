import { describe, expect, test } from 'vitest';
import { claimsOfRun } from '../../suites/replay/kept.ts';
import { lanesOf, stagesOf } from '../../suites/workers/lanes.ts';
import { bothInterfaces } from '../support/both-interfaces.ts';

const namesIn = (claims: readonly { readonly suite: string }[]) => claims.map(({ suite }) => suite);
const lanes = (changes: Parameters<typeof bothInterfaces>[0] = {}, more: object = {}, workers = 2) =>
  lanesOf({ target: bothInterfaces(changes), only: [], ...more }, claimsOfRun, workers);

describe('the lanes of a run', () => {
  test('hold each claim once, those of the resource interface apart', () => {
    const [others, resource] = lanes().map(({ claims }) => namesIn(claims));
    expect([...(others ?? []), ...(resource ?? [])].toSorted()).toEqual(namesIn(claimsOfRun).toSorted());
    expect(resource?.every((suite) => suite.startsWith('resource/'))).toBe(true);
    expect(others?.some((suite) => suite.startsWith('resource/'))).toBe(false);
  });

  test('share the connections that the target allows, and one of them receives the notifications', () => {
    const { limits } = bothInterfaces();
    expect(lanes({ limits: { ...limits, concurrency: 5 } }).map(({ share }) => share)).toEqual([
      { receives: true, concurrency: 3 },
      { receives: false, concurrency: 2 },
    ]);
  });

  const { limits } = bothInterfaces();
  test.each<[string, Parameters<typeof bothInterfaces>[0], object, number]>([
    ['only one worker is asked for', {}, {}, 1],
    ['the target is not ours', { cautious: true }, {}, 2],
    ['its requests are limited by its settings', { limits: { ...limits, maxRequests: 9000 } }, {}, 2],
    ['its requests are limited by the command', {}, { maxRequests: 9000 }, 2],
    ['its rate is limited', { limits: { ...limits, requestsPerSecond: 50 } }, {}, 2],
    ['its wrong keys are limited', { limits: { ...limits, wrongKeys: 10 } }, {}, 2],
    ['it takes one request at once', { limits: { ...limits, concurrency: 1 } }, {}, 2],
    ['one interface is selected', {}, { only: ['resource'] }, 2],
    ['the selected suites are all of one lane', {}, { only: ['legacy', 'webhooks'] }, 2],
  ])('are one where %s', (_why, changes, more, workers) => {
    const [first, ...others] = lanes(changes, more, workers);
    expect(others).toEqual([]);
    expect(namesIn(first?.claims ?? [])).toEqual(namesIn(claimsOfRun));
    expect(first?.share).toBeUndefined();
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
