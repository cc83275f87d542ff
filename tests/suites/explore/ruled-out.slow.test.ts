import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import { type Execution } from '../../../engine/judge/execution.ts';
import { checksOf, missOf } from '../../../engine/judge/miss.ts';
import { rejudge } from '../../../engine/judge/rejudge.ts';
import { operationOf } from '../../../engine/operations.ts';
import { sequences } from '../../../engine/walk/sequences.ts';
import { startEmbedded } from '../../../harness/embedded.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import type { Call, Notification, Reply } from '../../../models/wire.ts';
import { machineNamed, machineNames, type AnyMachine } from '../../../suites/explore/machines.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../../suites/run/unwritten-run.ts';

const https = [200, 201, 302, 400, 401, 404, 409, 422, 500];

test.each(machineNames)(
  'an outcome is ruled out at once only by a reply that breaks one of its checks: %s',
  async (name) => {
    const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed: 1 });
    const config = unwrittenConfig(server.target, await preflight(server.target), { seed: 1 });
    try {
      await inUnwrittenRun(config, 'ruled-out', async (session) => {
        const machine = machineNamed(name, session.setup(false));
        if (machine === undefined) throw new Error(`there is no machine "${name}"`);
        const wrongly = new Set<string>();
        let ruledOut = 0;
        for (const [at, sequence] of fc.sample(sequences(machine), { seed: 1, numRuns: 40 }).entries()) {
          const execution = await execute(machine, sequence, session.driver(`s${at}`, 'explore'));
          ruledOut += ruledOutIn(machine, execution, wrongly);
        }
        expect([...wrongly]).toEqual([]);
        expect(ruledOut).toBeGreaterThan(1000);
      });
    } finally {
      await server.close();
    }
  },
);

/** How often an outcome was ruled out at once, by each reply of an execution and by the same under other statuses. */
function ruledOutIn(
  machine: AnyMachine,
  { initial, performed }: Pick<Execution<unknown, Call, Reply, Notification>, 'initial' | 'performed'>,
  wrongly: Set<string>,
): number {
  let states: readonly unknown[] = [initial];
  let ruledOut = 0;
  const explained = (belief: readonly { readonly state: unknown }[], index: number): void => {
    const one = performed[index];
    if (one === undefined || !('reply' in one.observation)) return;
    const { reply } = one.observation;
    for (const state of states)
      for (const outcome of operationOf(machine, one.step).predict(state, one.call, one.step)) {
        const checks = checksOf(outcome);
        for (const other of [reply, ...https.map((http) => ({ ...reply, http }))]) {
          if (outcome.couldMatch?.(other) !== false) continue;
          ruledOut += 1;
          if (missOf({ ...outcome, checks }, other) === undefined)
            wrongly.add(`${outcome.name} by ${other.text}`);
        }
      }
    states = belief.map(({ state }) => state);
  };
  rejudge(machine, initial, performed, { explained });
  return ruledOut;
}
