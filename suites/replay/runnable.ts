import type { Sequence } from '../../engine/model.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Means } from '../../spec/requirement.ts';
import { allClaims } from '../claims/all-claims.ts';
import { type AnyMachine, machineNames } from '../explore/machines.ts';
import type { Replayable } from '../run/run-config.ts';
import type { Session } from '../run/session.ts';

/** Throws a SettingsError when a target lacks what a reproduction is about: without it nothing would be seen, and so it would seem to be mended. */
export function checkRunnable({ means, config }: Session, { machine, signature }: Replayable): void {
  const needs = new Set<Means>(
    allClaims.find(({ procedure }) => procedure === machine)?.needs ??
      (machineNames.includes(machine) ? [machine === 'legacy' ? 'legacy' : 'resource'] : []),
  );
  if (signature.at === 'notifications') needs.add('webhooks');
  const lacking = [...needs].filter((one) => !means.has(one));
  if (lacking.length > 0)
    throw new SettingsError(
      `The target ${config.target.name} does not offer what the reproduction needs: ${lacking.join(', ')}.`,
    );
}

/**
 * The machine as it reads a stored sequence: literals that make no request are a SettingsError that names the step. Throws a SettingsError
 * when the machine, for this target, lacks an operation.
 */
export function readingStored(machine: AnyMachine, sequence: Sequence): AnyMachine {
  const known = new Set(machine.operations.map(({ name }) => name));
  const unknown = sequence.find(({ operation }) => !known.has(operation));
  if (unknown !== undefined)
    throw new SettingsError(
      `Step ${unknown.id} (${unknown.operation}) can't be run: the target lacks what it needs, or the reproduction is of another version.`,
    );
  return {
    ...machine,
    operations: machine.operations.map((operation) => ({
      ...operation,
      resolve(state, step) {
        try {
          return operation.resolve(state, step);
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          throw new SettingsError(
            `Step ${step.id} (${step.operation} ${step.kind}) can't be made of its data: ${why}. The reproduction was changed, or is of another version.`,
          );
        }
      },
    })),
  };
}
