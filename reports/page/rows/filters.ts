import type { CertifiedRequirement } from '../../certificate/certificate-schema.ts';
import { html, type Html } from '../html.ts';
import { rowVerdictWords, verdictCounts } from './row-verdict.ts';
import { sectionOf } from './section-of.ts';

/** Controls that filter violations and requirements by verdict, section and words; the page's script shows them. */
export function filters(rows: readonly CertifiedRequirement[]): Html {
  const sections = [...new Set(rows.map(sectionOf))];
  return html`<form class="filters scripted" role="search" aria-label="Violations and requirements">
    <fieldset>
      <legend>Verdict</legend>
      ${verdictCounts(rows).map(
        ([verdict, count]) =>
          html`<label
            ><input type="checkbox" data-verdict-box value="${verdict}" checked /> ${rowVerdictWords[verdict]}
            (${count})</label
          > `,
      )}
    </fieldset>
    <label
      >Section
      <select id="filter-section">
        <option value="">all</option>
        ${sections.map((name) => html`<option value="${name}">${name}</option> `)}
      </select></label
    >
    <label>Words <input type="search" id="filter-words" autocomplete="off" /></label>
    <output id="filter-count" aria-live="polite"></output>
  </form>`;
}
