import type { After } from './state.ts';

/** The rules that are accused together, of those about one fact. */
export type Accuse = (...rules: readonly string[]) => readonly string[];

/**
 * Whom a reply accuses that differs from what is known: the rules of the fact and the suspects, which name what has happened since it was last
 * shown. What a read has shown was right, so a read after it accuses the suspects alone.
 */
export function accusing({ after }: { readonly after: After }, suspects: readonly string[]): Accuse {
  return after === 'read' && suspects.length > 0 ? () => suspects : (...rules) => [...rules, ...suspects];
}
