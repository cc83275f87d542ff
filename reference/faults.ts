import { changingFieldFaults } from './faults/changing-fields.ts';
import type { Fault } from './faults/fault.ts';
import { drawnGuarded, faultOf } from './faults/guarded.ts';
import { malformedFieldFaults } from './faults/malformed-fields.ts';
import { legacyFaults } from './faults/legacy.ts';
import { perturbedFaults } from './faults/perturbed.ts';
import { resourceFaults } from './faults/resource.ts';
import { changedTextFaults } from './faults/texts.ts';
import { views } from './merge-rules.ts';

/** Every seeded fault of the reference, by document and operation, then those of the tables of fields and of texts. */
export const faults: readonly Fault[] = [
  ...legacyFaults,
  ...resourceFaults,
  ...changingFieldFaults,
  ...malformedFieldFaults,
  ...changedTextFaults,
];

/** The fault of an id, which may have guards; undefined where there is none. */
export const faultWithId = (id: string): Fault | undefined => faultOf(id, [...faults, ...perturbedFaults]);

/** Guarded faults without end, the same ones in the same order under the same seed. */
export const guardedFaults = (seed: number): Generator<Fault, never> =>
  drawnGuarded(seed, { seeded: faults, perturbed: perturbedFaults });

/** The faults of the given ids. Throws an Error that names an unknown id, or two faults that can't be had together. */
export function faultsOf(ids: readonly string[]): readonly Fault[] {
  const chosen = ids.map((id) => {
    const fault = faultWithId(id);
    if (fault === undefined) throw new Error(`the reference has no fault "${id}".`);
    return fault;
  });
  for (const [index, one] of chosen.entries())
    for (const other of chosen.slice(index + 1)) {
      const decision = bothReplace(one, other);
      if (decision === undefined) continue;
      throw new Error(
        `the faults "${one.id}" and "${other.id}" can't be combined: both replace the decision "${decision}".`,
      );
    }
  return chosen;
}

/** A decision that both faults replace, so that one of them would have no effect; undefined where there is none. */
export function bothReplace(one: Fault, other: Fault): string | undefined {
  const decisions = ({ legacy, resource, delivery, checkout, browser }: Fault) => [
    ...Object.keys({ ...legacy, ...resource, ...delivery }).filter((name) => !views.has(name)),
    ...[...Object.keys(checkout ?? {}), ...Object.keys(browser?.dialog ?? {})].map(
      (name) => `checkout ${name}`,
    ),
  ];
  const others = new Set(decisions(other));
  return decisions(one).find((name) => others.has(name));
}
