import { expect, test } from 'vitest';
import { drawing } from '../../../reference/chance.ts';
import { faults as seeded } from '../../../reference/faults.ts';
import { certifyEmbedded, type EmbeddedRun } from '../../../suites/faults/certify-embedded.ts';
import { certifyFault } from '../../../suites/faults/certify-fault.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { type Mishap, startUnsteadyProxy, type UnsteadyProxy } from '../../support/targets/unsteady-proxy.ts';

const raceFaults = seeded.filter(({ concurrent, answers }) => concurrent === true && answers === undefined);
const races = [claims['legacy/races'], claims['resource/races']];

test.each(raceFaults.map((fault) => [fault.id, fault] as const))(
  '%s is blamed on its own row, though each single request is answered correctly',
  { timeout: 120_000 },
  async (_id, fault) => {
    const { blamed, accused, failure } = await certifyFault(fault, { runs: 64, seed: 1 });
    expect(blamed, accused.join(', ')).toBe(true);
    expect(failure?.overlap?.length).toBeGreaterThan(1);
  },
);

test('a contradiction in some of the races is deterministic, and reported with its frequency', async () => {
  const fault = 'token-race-of-suspend-and-create';
  const { failures } = await certifyEmbedded({ seed: 1, runs: 128, faults: [fault], claims: races });
  expect(failures).toMatchObject([{ flaky: false, failed: 4, outOf: 8 }]);
});

test('a rule that is also broken without overlap is not reported by the races', async () => {
  const faults = ['legacy-closed-can-be-captured', 'resource-close-twice-accepted'];
  const { failures, records } = await certifyEmbedded({ seed: 1, runs: 64, faults, claims: races });
  expect(failures.map(({ summary }) => summary)).toEqual([]);
  // The races are lost, and not reported only since the steps also fail in turn.
  const lost = records.flatMap((one) =>
    one.k === 'sequence' && one.verdict === 'violated' ? one.suite : [],
  );
  expect(new Set(lost)).toEqual(new Set(['legacy/races', 'resource/races']));
});

test('a target that allows one request at a time is sent none, and the journal says why', async () => {
  const alone: EmbeddedRun['settings'] = (target) => ({
    ...target,
    limits: { ...target.limits, concurrency: 1 },
  });
  const { requests, records } = await certifyEmbedded({ seed: 1, runs: 64, claims: races, settings: alone });
  expect(requests).toBe(0);
  expect(records).toContainEqual(
    expect.objectContaining({
      k: 'trouble',
      kind: 'settings',
      cause: expect.stringContaining('concurrency') as unknown,
    }),
  );
});

const mishaps: readonly Mishap[] = ['500', '409', 'done, then 500', 'done, then cut', 'done twice'];

test.each([1, 2])(
  'a sound server behind an unreliable proxy has no deterministic failure, seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const draw = drawing(seed);
    let sent = 0;
    // The first requests check whether the target is there.
    const mishap = () =>
      (sent += 1) > 20 && draw() < 0.1
        ? (mishaps[Math.floor(draw() * mishaps.length)] ?? 'passed on')
        : 'passed on';
    let proxy: UnsteadyProxy | undefined;
    const settings: EmbeddedRun['settings'] = async (target) => {
      const { legacy, resource } = target;
      if (legacy === undefined || resource === undefined) throw new Error('the embedded target has both');
      proxy = await startUnsteadyProxy(legacy.baseUrl, mishap, () => draw() * 5);
      const { url: baseUrl } = proxy;
      return { ...target, legacy: { ...legacy, baseUrl }, resource: { ...resource, baseUrl } };
    };
    const { failures, records } = await certifyEmbedded({ seed, runs: 64, claims: races, settings });
    await proxy?.close();
    const certain = failures.filter(({ flaky }) => !flaky);
    expect(certain.map(({ requirement, summary }) => `${requirement.join(', ')}: ${summary}`)).toEqual([]);
    const judged = records.filter((record) => record.k === 'sequence' && record.verdict === 'explained');
    expect(judged.length).toBeGreaterThan(40);
  },
);
