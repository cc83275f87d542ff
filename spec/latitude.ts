import type { Document } from './requirement.ts';

/** A point that a document leaves open, contradicts or shows by example only, with the choices it permits. */
export interface Latitude {
  /** `<document>.<subject>.<question>`, kebab-case: `legacy.refund.payment-state`. */
  readonly id: string;
  readonly document: Document;
  readonly section: string;
  readonly question: string;
  readonly choices: readonly [string, string, ...string[]];
  /** One question about many cases (fields, values, operations): a consistent target's answers may differ from case to case. */
  readonly perCase?: true;
  /** The choice that answers show until one shows another: of a run that has seen both, only the other counts. */
  readonly presumed?: string;
  /** The points that ask it in each of its cases: nothing is read of it any more. The id stays, since profiles may hold it. */
  readonly splitInto?: readonly [string, string, ...string[]];
}

/** Completes the latitudes of one document's file. */
export function latitudes<const T extends Readonly<Record<string, Omit<Latitude, 'document'>>>>(
  document: Document,
  rows: T,
): { readonly [K in keyof T]: T[K] & { readonly document: Document } } {
  return Object.freeze(
    Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, Object.freeze({ document, ...row })])),
  ) as { readonly [K in keyof T]: T[K] & { readonly document: Document } };
}
