import type { Requirement } from '../../spec/requirement.ts';

/** True for a row that is about notifications and so belongs to `--only webhooks`. */
function isAboutWebhooks(row: Requirement): boolean {
  return row.operation.startsWith('webhook') || (row.needs?.includes('webhooks') ?? false);
}

/** Whether a row belongs to what `--only` selected; nothing selected means everything. */
export function isSelected(row: Requirement, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.includes(isAboutWebhooks(row) ? 'webhooks' : row.document);
}
