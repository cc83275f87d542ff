import type { Attempt, Telling } from '../engine/model.ts';
import { isMalformed } from './malformed.ts';

type Tell<S> = (state: S, attempt: Attempt) => Telling | undefined;

/** Tells apart each kind of malformed body as well: which of them a target stumbles over does not depend on what came before. */
export function andMalformed<S>(tell: Tell<S>): Tell<S> {
  return (state, attempt) =>
    isMalformed(attempt.kind) ? { class: attempt.kind, role: 'odd' } : tell(state, attempt);
}
