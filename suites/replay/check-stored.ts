import type { Sequence, Step } from '../../engine/model.ts';
import { suggestion, SettingsError } from '../../harness/settings/settings-error.ts';
import { controlled } from '../../harness/means/means.ts';
import type { Scope } from '../../harness/means/scope.ts';
import type { Setup } from '../../models/setup.ts';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import { allClaims } from '../claims/all-claims.ts';
import { type AnyMachine, machineNamed, machineNames } from '../explore/machines.ts';
import type { Replayable } from '../run/run-config.ts';

/** What is read from a file: a reproduction, with the rows that it accuses. */
export interface Stored extends Replayable {
  readonly requirement: readonly string[];
}

/**
 * Throws a SettingsError that names the first thing in a stored reproduction that this version does not know, or that does not fit together:
 * rows, interface and machine, steps, and what each step uses. Nothing is sent by then.
 */
export function checkStored(stored: Stored): void {
  checkRows(stored);
  checkInterface(stored);
  const machines = everyForm(stored.machine);
  // A procedure has steps for people only: it is run whole.
  if (machines.length === 0) return;
  const operations = [...new Set(machines.flatMap((machine) => machine.operations.map(({ name }) => name)))];
  for (const sequence of [stored.sequence, ...(stored.together ?? [])])
    checkSteps(sequence, operations, stored.machine);
  const steps = new Set(stored.sequence.map(({ id }) => id));
  const named = stored.overlap?.flatMap(({ step, behind = step }) => [step, behind]);
  const lone = named?.find((step) => !steps.has(step));
  if (lone !== undefined) throw new SettingsError(`overlap names the step "${lone}", which there is not`);
}

function checkSteps(sequence: Sequence, operations: readonly string[], machine: string): void {
  const before = new Set<string>();
  const later = new Set(sequence.map(({ id }) => id));
  for (const step of sequence) {
    later.delete(step.id);
    checkStep(step, before, later);
    if (!operations.includes(step.operation))
      throw new SettingsError(
        `step ${step.id} has the operation "${step.operation}", which the machine ${machine} does not have. ${suggestion(step.operation, operations)}`.trim(),
      );
    before.add(step.id);
  }
}

function checkRows({ requirement, signature, learned = {}, assumed }: Stored): void {
  const known = allRequirements.map(({ id }) => id);
  for (const id of [...requirement, ...signature.rules].filter((rule) => rule !== assumed?.point))
    if (!known.includes(id))
      throw new SettingsError(`there is no requirement "${id}". ${suggestion(id, known)}`.trim());
  const latitudes = allLatitudes.map(({ id }) => id);
  const choices = [
    ...Object.entries(learned),
    ...(assumed ? [[assumed.point, assumed.choice] as const] : []),
  ];
  for (const [id, choice] of choices) {
    const row = allLatitudes.find((latitude) => latitude.id === id);
    if (row === undefined)
      throw new SettingsError(`there is no open point "${id}". ${suggestion(id, latitudes)}`.trim());
    if (!row.choices.includes(choice))
      throw new SettingsError(
        `the open point ${id} has no choice "${choice}". Known: ${row.choices.join(', ')}.`,
      );
  }
}

function checkInterface({ machine, interface: of }: Stored): void {
  const scopes = scopesOfMachine(machine);
  if (scopes.length === 0) {
    const known = [...machineNames, ...allClaims.flatMap(({ procedure }) => procedure ?? [])];
    throw new SettingsError(`There is no machine "${machine}". Known: ${known.join(', ')}.`);
  }
  if (!scopes.some((scope) => scope === of))
    throw new SettingsError(`the machine ${machine} is of the interface ${scopes.join(' or ')}, not "${of}"`);
}

function scopesOfMachine(name: string): readonly Scope[] {
  const claims = allClaims.filter(({ machine, procedure }) => (machine?.machine ?? procedure) === name);
  return [...new Set(claims.map(({ scope }) => scope))];
}

/** A step may use one that is not there: where it does not matter, shrinking has removed it. */
function checkStep({ id, uses }: Step, before: ReadonlySet<string>, later: ReadonlySet<string>): void {
  if (before.has(id)) throw new SettingsError(`two steps are called "${id}"`);
  const [role, used] = Object.entries(uses).find(([, one]) => later.has(one)) ?? [];
  if (role !== undefined)
    throw new SettingsError(`step ${id} uses the ${role} of "${used}", which comes after it`);
}

/** A machine with everything that a target may offer, and with nothing of it: some operations exist only without. None for a procedure. */
function everyForm(name: string): readonly AnyMachine[] {
  const setups = [[], controlled].map((means): Setup => ({
    means: new Set(means),
    personas: {},
    validityMs: 0,
    amount: { min: 1, max: 1 },
    tokens: [],
    exclusive: true,
  }));
  return setups.flatMap((setup) => machineNamed(name, setup) ?? []);
}
