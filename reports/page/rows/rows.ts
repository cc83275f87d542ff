import type { Certificate, CertifiedRequirement } from '../../certificate/certificate-schema.ts';
import { behindText } from '../../words/behind.ts';
import { grouped } from '../../words/grouped.ts';
import { unsigned } from '../../words/rests-on.ts';
import { anchorOf } from '../anchor.ts';
import { html, type Html } from '../html.ts';
import { rowVerdictWords, verdictCounts } from './row-verdict.ts';
import { sectionOf } from './section-of.ts';

/** Every row with its verdict and reason, by document and section. `cards`: by requirement, where its violation is shown. */
export function rowsSection({ requirements }: Certificate, cards: ReadonlyMap<string, string>): Html {
  const sections = grouped(requirements, sectionOf);
  return html`<p class="print-only">
      On paper a requirement that passed or was not applicable is named only; the page has its text.
    </p>
    <div class="register">${[...sections].map(([name, rows]) => section(name, rows, cards))}</div>`;
}

function section(
  name: string,
  rows: readonly CertifiedRequirement[],
  cards: ReadonlyMap<string, string>,
): Html {
  const counts = verdictCounts(rows).map(([verdict, count]) => `${count} ${rowVerdictWords[verdict]}`);
  return html`<details open data-part id="${anchorOf('section', name)}">
    <summary>
      <h3>${name}</h3>
      <span class="soft">${counts.join(', ')}</span>
    </summary>
    <table class="rows">
      <caption>
        ${name}
      </caption>
      <thead>
        <tr>
          <th scope="col">Verdict</th>
          <th scope="col">Requirement</th>
          <th scope="col" class="number">Checks</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => rowOf(row, cards.get(row.id)))}
      </tbody>
    </table>
  </details>`;
}

function rowOf(row: CertifiedRequirement, card: string | undefined): Html {
  const { id, level, text, verdict, checks, reason, rests_on } = row;
  const behind = behindText(row);
  return html`<tr
    id="${anchorOf('row', id)}"
    class="${verdict}-row"
    data-verdict="${verdict}"
    data-section="${sectionOf(row)}"
  >
    <td class="verdict ${verdict}">${rowVerdictWords[verdict]}</td>
    <th scope="row">
      <code>${id}</code>${level !== 'must' && html` <span class="soft">(${level})</span>`}${
        card !== undefined && html` <a href="#${card}">shown by these sequences</a>`
      }<span class="text">${text}</span
      >${reason !== undefined && html`<span class="text soft">${reason}</span>`}${
        rests_on !== undefined && html`<span class="text soft">${unsigned}</span>`
      }${behind !== undefined && html`<span class="text soft">${behind}</span>`}
    </th>
    <td class="number" data-label="checks">${checks}</td>
  </tr>`;
}
