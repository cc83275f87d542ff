import { checksOf } from '../../engine/judge/miss.ts';
import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequences } from '../../engine/walk/sequences.ts';
import { canonical, simplifications } from '../../engine/candidates.ts';
import { drawing } from '../../engine/walk/simulate-step.ts';
import { operationNamed } from '../../engine/operations.ts';
import type { Sequence } from '../../engine/model.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { presume } from '../../engine/walk/walk.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import type { Call } from '../../models/wire.ts';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';

const machine = legacyMachine(wholeSetup);
const rules = new Set(allRequirements.map(({ id }) => id));
const choices = new Set(
  allLatitudes.flatMap(({ id, choices: all }) => all.map((choice) => `${id} ${choice}`)),
);
const walks = sequences(machine, { minSteps: 40, maxSteps: 40 });

/** Walks a sequence offline and shows each step with its call and everything predicted for it. */
function presumed(
  sequence: Sequence,
  visit: (call: Call, outcomes: ReturnType<(typeof machine.operations)[number]['predict']>) => void,
): void {
  let state = machine.initial;
  for (const step of sequence) {
    const operation = operationNamed(machine, step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined)
      throw new Error(`${step.id} ${step.kind} is not possible`);
    const outcomes = operation.predict(state, call, step);
    visit(call, outcomes);
    const [ordinary] = outcomes;
    if (ordinary === undefined) throw new Error(`${step.id} ${step.kind} has no outcome`);
    state = ordinary.next();
  }
}

/** Where lines have no ids, where a line was removed, and where nothing is left. */
const rewritten = ['lines without ids', 'replaced lines'].flatMap((kind) =>
  ['capture full', 'close plain', 'status read'].map((then) => [kind, then] as const),
);

describe('the legacy machine', () => {
  it('walks 40 steps, each resolved and with an outcome', () => {
    assert(
      property(walks, (sequence) => {
        expect(sequence.length).toBeGreaterThanOrEqual(40);
        presumed(sequence, (_call, outcomes) => expect(outcomes.length).toBeGreaterThan(0));
      }),
      { numRuns: 30 },
    );
  });

  it.each(rewritten)('offers only attempts that resolve, after an update to %s and %s', (kind, then) => {
    const [operation = '', of = ''] = then.split(' ');
    const uses = { payment: 's1' };
    const draw = drawing(seededRandom(1));
    const first = { kind: 'several lines', uses: {} };
    const steps: Sequence = [
      {
        id: 's1',
        operation: 'authorize',
        ...first,
        data: operationNamed(machine, 'authorize')?.draw?.(first, machine.initial, draw) ?? null,
      },
      {
        id: 's2',
        operation: 'update',
        kind,
        uses,
        data: { encoding: 'hex', title: 't', amount: 1, ref: 'r' },
      },
      { id: 's3', operation, kind: of, uses, data: { encoding: 'hex' } },
    ];
    let state = machine.initial;
    for (const step of steps) state = presume(machine, state, step)?.state ?? state;
    for (const { name, attempts, draw: literals, resolve } of machine.operations)
      for (const attempt of attempts(state)) {
        const data = literals?.(attempt, state, draw);
        const step = { id: 's4', operation: name, ...attempt, ...(data !== undefined && { data }) };
        expect([name, attempt.kind, resolve(state, step) !== undefined]).toEqual([name, attempt.kind, true]);
      }
  });

  it('cites only rules of the register and assumes only choices of the latitudes', () => {
    assert(
      property(walks, (sequence) => {
        presumed(sequence, (_call, outcomes) => {
          for (const outcome of outcomes) {
            const { assumes = {} } = outcome;
            for (const rule of checksOf(outcome).flatMap(({ cites }) => cites)) expect(rules).toContain(rule);
            for (const pair of Object.entries(assumes)) expect(choices).toContain(pair.join(' '));
          }
        });
      }),
      { numRuns: 20 },
    );
  });

  it.each(['update', 'close', 'capture', 'status'])(
    'asks more simply with another secret, in the same encoding, than with what was made before: %s',
    (operation) => {
      const uses = { payment: 's1', capture: 's2' };
      const data = { encoding: 'base64' };
      const step = { id: 's3', operation, kind: 'checksum of its capture', uses, data };
      const [simpler] = operationNamed(machine, operation)?.simpler?.(step) ?? [];
      expect(simpler).toEqual({ ...step, kind: 'checksum with another secret', uses: { payment: 's1' } });
    },
  );

  it('judges any reply without throwing', () => {
    const hostile = [
      undefined,
      null,
      [],
      'text',
      1,
      { status: {} },
      { amount: Infinity },
      { expires: '2026-13-40' },
    ];
    assert(
      property(walks, (sequence) => {
        presumed(sequence, (_call, outcomes) => {
          for (const body of hostile) {
            const reply = { http: 200, contentType: '', body, text: '', sentAt: 0, receivedAt: 0 };
            for (const outcome of outcomes) {
              checksOf(outcome).forEach((check) => check.test(reply));
              outcome.expects?.(reply);
              outcome.next(reply);
            }
          }
        });
      }),
      { numRuns: 5 },
    );
  });

  it('keeps its sequences and states free of ids, keys and cycles: they survive JSON', () => {
    assert(
      property(walks, (sequence) => {
        expect(JSON.parse(JSON.stringify(sequence))).toEqual(sequence);
        expect(canonical(sequence)).not.toContain('example.test');
      }),
      { numRuns: 10 },
    );
  });

  it('simplifies every step in finitely many steps', () => {
    assert(
      property(walks, (sequence) => {
        for (const simpler of simplifications(machine, sequence)) {
          expect(canonical(simpler)).not.toBe(canonical(sequence));
        }
      }),
      { numRuns: 5 },
    );
  });
});

it('every execution uses new order_refs: a target may accept one only once', () => {
  assert(
    property(walks, (sequence) => {
      const [first, second] = ['a', 'b'].map((nonce): readonly string[] => {
        const state = machine.fresh?.(nonce) ?? machine.initial;
        const calls = sequence.map((step) => operationNamed(machine, step.operation)?.resolve(state, step));
        return JSON.stringify(calls).match(/"order_ref":"[^"]+"/g) ?? [];
      });
      expect(first?.filter((ref) => second?.includes(ref))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
