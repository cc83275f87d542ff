import type { Requirement } from '../../spec/requirement.ts';

/** Random sequences per model by default: enough to reach every row of the embedded target many times. */
export const defaultRuns = 92;

/** What `--only` may name. */
export const scopes = ['legacy', 'resource', 'webhooks'] as const;

export type Scope = (typeof scopes)[number];

/** Whether `--only` selects something that belongs to these scopes; an empty `--only` selects everything. */
export function isSelected(of: readonly Scope[], only: readonly string[]): boolean {
  return only.length === 0 || of.some((scope) => only.includes(scope));
}

/** The scope of a row: a row about notifications belongs to `webhooks`. */
export function scopeOf({ document, needs = [] }: Requirement): Scope {
  return needs.includes('webhooks') ? 'webhooks' : document;
}
