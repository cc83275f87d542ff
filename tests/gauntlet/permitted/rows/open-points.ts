import type { PermittedBy, PermittedRow } from '../row.ts';

const paging: PermittedBy = {
  document: 'resource',
  section: 'Endpoints › GET /tokens/',
  says: 'Paging and filters: not shown',
};

function page(answer: string): PermittedRow {
  return {
    name: `a list of tokens is a page: ${answer}`,
    permittedBy: paging,
    claims: ['resource/tokens'],
    server: { profile: { 'resource.token-list.paging': `paged (${answer})` } },
  };
}

/** Points that the documents leave open, and how they are read. */
export const openPointRows: readonly PermittedRow[] = [
  { ...page('5 tokens, oldest first'), finds: 'token-list-shows-paused' },
  page('18 tokens, oldest first'),
  { ...page('5 tokens, newest first'), finds: 'token-list-shows-all-active' },
  page('18 tokens, newest first'),
];
