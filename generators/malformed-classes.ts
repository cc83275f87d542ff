import type { Attempt, DataClass } from '../engine/model.ts';
import { isMalformed } from './malformed.ts';

type ClassOf<S> = (state: S, attempt: Attempt) => DataClass | undefined;

/** Adds a class for each kind of malformed body: whether a target fails on one does not depend on earlier steps. */
export function andMalformed<S>(classOf: ClassOf<S>): ClassOf<S> {
  return (state, attempt) =>
    isMalformed(attempt.kind) ? { class: attempt.kind, role: 'unspecified' } : classOf(state, attempt);
}
