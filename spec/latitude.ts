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
