import type { CertifiedRequirement } from '../../certificate/certificate-schema.ts';
import { register } from '../../register.ts';
import { exampleLines, explanation } from '../../words/explanation.ts';
import { html, type Html, lines } from '../html.ts';

const rows = new Map(register.requirements.map((row) => [row.id, row]));

/** Longest line of a pre-formatted block of the page. */
const longestShown = 40;

/**
 * How a requirement was shown: one example of its evidence, where it stands and what counts, in the words of `payproof explain`. Nothing of one that did
 * not pass, whose violation or reason is shown instead.
 */
export function rowDetails(certified: CertifiedRequirement): Html | undefined {
  const example = exampleLines(certified);
  if (certified.verdict !== 'pass' || example.length === 0) return undefined;
  const row = rows.get(certified.id);
  const known = row === undefined ? undefined : explanation(row, register);
  return html`<details class="screen-only">
    <summary>an example of its evidence</summary>
    <pre>${lines(example.join('\n'), longestShown)}</pre>
    ${known !== undefined && html`<p class="soft">${known.evidence} ${known.where}.</p>`}
    <p class="soft">More: <code>payproof explain ${certified.id}</code></p>
  </details>`;
}
