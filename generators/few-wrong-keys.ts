import type { Machine } from '../engine/model.ts';
import { keyMutations } from './request-mutations.ts';

const { 'key missing': _missing, ...wrong } = keyMutations;
const wrongKeys: ReadonlySet<string> = new Set([...Object.keys(wrong), 'public key']);

/**
 * The same machine, where wrong keys are tried on reads only, or nowhere: a read shows whether a key is refused, and where it is not, nothing
 * has been changed with it.
 */
export function withFewWrongKeys<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  where: 'on reads' | 'nowhere',
): Machine<S, C, R, N> {
  return {
    ...machine,
    operations: machine.operations.map((operation) =>
      where === 'on reads' && operation.reads === true
        ? operation
        : {
            ...operation,
            attempts: (state: S) => operation.attempts(state).filter(({ kind }) => !wrongKeys.has(kind)),
          },
    ),
  };
}
