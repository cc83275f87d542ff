import * as fc from 'fast-check';
import type { Draw } from '../../../engine/machine.ts';
import type { Step } from '../../../engine/model.ts';
import { controlled } from '../../../harness/means/means.ts';
import { type AnyMachine, machineNamed } from '../../../suites/explore/machines.ts';

const rule = 'legacy.capture.full-closes';

/** A payment that is captured in full and read. */
export function fullCaptureOf(machine: AnyMachine | undefined): readonly Step[] {
  const draw: Draw = (arbitrary) => fc.sample(arbitrary, { numRuns: 1, seed: 1 })[0] as never;
  return [
    { id: 's1', operation: 'authorize', kind: 'one piece', uses: {} },
    { id: 's2', operation: 'capture', kind: 'full', uses: { payment: 's1' } },
    { id: 's3', operation: 'status', kind: 'read', uses: { payment: 's1' } },
  ].map((step): Step => {
    const operation = machine?.operations.find(({ name }) => name === step.operation);
    const data = operation?.draw?.(step, machine?.initial, draw);
    return data === undefined ? step : { ...step, data };
  });
}

/** A reproduction as a file holds it: a payment of the legacy interface is captured in full and read. */
export function storedReproduction(changes: Readonly<Record<string, unknown>> = {}) {
  const machine = machineNamed('legacy', {
    means: new Set(controlled),
    personas: { approve: { email: 'ok@example.test', phone: '08000000001', test: true } },
    validityMs: 86_400_000,
    amount: { min: 100, max: 50_000 },
    tokens: [],
    exclusive: false,
  });
  const sequence = fullCaptureOf(machine);
  return {
    schema: 1,
    requirement: [rule],
    interface: 'legacy',
    summary: 'a full capture leaves the payment open',
    target: 'sandbox',
    tool: { name: 'payproof', version: '0.1.0' },
    suite: 'legacy/lifecycle',
    machine: 'legacy',
    seed: 1,
    exclusive: false,
    signature: { at: 'reply', operations: ['status'], rules: [rule] },
    learned: {},
    flaky: false,
    failed: 3,
    out_of: 3,
    breaches: [{ rule, expected: 'status "close"', received: 'status "open"' }],
    sequence,
    transcript: [],
    ...changes,
  };
}
