import type { Requirement } from '../../spec/requirement.ts';

/** Random sequences per model by default: enough to reach every row of the embedded target many times. */
export const defaultRuns = 92;

/** What `--only` may name beside requirements. */
export const scopes = ['legacy', 'resource', 'webhooks'] as const;

export type Scope = (typeof scopes)[number];

/** Whether one of `--only` names a whole scope rather than requirements. */
export function isScope(selector: string): boolean {
  return (scopes as readonly string[]).includes(selector);
}

/** The scope of a row: a row about notifications belongs to `webhooks`. */
export function scopeOf({ document, needs = [] }: Requirement): Scope {
  return needs.includes('webhooks') ? 'webhooks' : document;
}
