import { describe, expect, test } from 'vitest';
import { drawing, drawn } from '../../../engine/walk/simulate-step.ts';
import { presume } from '../../../engine/walk/walk.ts';
import { execute } from '../../../engine/judge/execute.ts';
import type { Sequence, Step } from '../../../engine/model.ts';
import { operationNamed } from '../../../engine/operations.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { startEmbedded } from '../../../harness/embedded.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { accusation } from '../../../reports/words/accusation.ts';
import { register } from '../../../reports/register.ts';
import { curlScript } from '../../../reports/reproduction/curl/curl.ts';
import { reasoning } from '../../../reports/words/reasoning.ts';
import { sequenceFailure } from '../../../suites/explore/failure-record.ts';
import { type AnyMachine, machineNamed } from '../../../suites/explore/machines.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../../suites/run/unwritten-run.ts';

/** Steps in short: `capture full payment=s1`. */
function sequenceOf(machine: AnyMachine, texts: readonly string[]): Sequence {
  const draw = drawing(seededRandom(1));
  let { initial: state } = machine;
  return texts.map((text, index) => {
    const [operation = '', ...rest] = text.split(', ');
    const [kind = '', ...uses] = rest;
    const step: Step = {
      id: `s${index + 1}`,
      operation,
      kind,
      uses: Object.fromEntries(uses.map((use) => use.split('=') as [string, string])),
    };
    const found = operationNamed(machine, operation);
    if (found === undefined) throw new Error(`no operation ${operation}`);
    const made = drawn(found, state, step, draw);
    ({ state } = presume(machine, state, made) ?? { state });
    return made;
  });
}

/** What a server with a fault is accused of by these steps. */
async function accused(fault: string, name: string, texts: readonly string[]) {
  const { target, close } = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed: 1,
    faults: [fault],
  });
  try {
    const config = unwrittenConfig(target, await preflight(target));
    return await inUnwrittenRun(config, 'test', async (session) => {
      const machine = machineNamed(name, session.setup(false));
      if (machine === undefined) throw new Error(`no machine ${name}`);
      const driver = session.driver('one', 'explore');
      const execution = await execute(machine, sequenceOf(machine, texts), driver, { notifications: false });
      if (execution.violation === undefined) throw new Error('no violation');
      return sequenceFailure(
        { execution, failed: 2, outOf: 2, requestsToFind: 1, requestsToShrink: 1 },
        {
          suite: name,
          machine: name,
          model: machine,
          interface: 'legacy',
          exclusive: false,
          seed: 1,
          serial: '1',
        },
      );
    });
  } finally {
    await close();
  }
}

describe('what is believed before the judged step, and from which steps', () => {
  const legacy = ['authorize, no order_ref', 'capture, full, payment=s1'];
  const resource = ['issue-payment, AUTHORIZED', 'capture, empty object, payment=s1'];
  test.each([
    [
      'a refund of more than is left of its capture',
      'legacy-refund-unlimited',
      'legacy',
      [...legacy, 'refund, half, payment=s1, capture=s2', 'refund, remaining+1, payment=s1, capture=s2'],
      'before step 4: captured 23530 by step 2, refunded 11765 by step 3: 11765 left to refund; 11766 is more',
    ],
    [
      'a payment that all was captured of',
      'legacy-full-capture-stays-open',
      'legacy',
      [...legacy, 'status, read, payment=s1'],
      'before step 3: authorized 23530 by step 1, captured 23530 by step 2: nothing left to capture; payment "close" since step 2',
    ],
    [
      'a payment that was closed',
      'legacy-closed-can-be-captured',
      'legacy',
      ['authorize, no order_ref', 'close, plain, payment=s1', 'capture, full, payment=s1'],
      'before step 3: authorized 23530 by step 1: payment "close" since step 2',
    ],
    [
      'a capture that was refunded to the end, by two steps',
      'resource-refund-after-everything',
      'resource-payments',
      [
        ...resource,
        'refund, part, payment=s1, capture=s2',
        'refund, remaining, payment=s1, capture=s2',
        'refund, none, payment=s1, capture=s2',
      ],
      'before step 5: captured 1200 by step 2, refunded 1200 by steps 3 and 4: nothing left to refund',
    ],
    [
      'a token that was suspended',
      'resource-create-suspended-token',
      'resource-payments',
      ['issue-token, plain', 'suspend, plain, token=s1', 'create, one item, token=s1'],
      'before step 3: token "SUSPENDED" since step 2',
    ],
  ])('%s', async (_what, fault, machine, steps, words) => {
    const record = await accused(fault, machine, steps);
    expect(reasoning(record)).toBe(words);
    expect(accusation(record, register, 'runs/x')).toContain(`\n     ${words}\n`);
    expect(curlScript(record)).toContain(`# Believed ${words}.\n`);
  });
});
