import type { Attempt, DataClass } from '../engine/model.ts';
import { isMalformed } from './malformed.ts';

type ClassOf<S> = (state: S, attempt: Attempt) => DataClass | undefined;

/** Tells apart each kind of malformed body as well: which of them a target stumbles over does not depend on what came before. */
export function andMalformed<S>(classOf: ClassOf<S>): ClassOf<S> {
  return (state, attempt) =>
    isMalformed(attempt.kind) ? { class: attempt.kind, role: 'unspecified' } : classOf(state, attempt);
}
