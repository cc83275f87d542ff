import type { Certificate, CertifiedRequirement } from '../certificate/certificate-schema.ts';
import { behindText } from '../behind.ts';
import { grouped } from '../grouped.ts';
import { unsigned } from '../rests-on.ts';
import { html, type Html } from './html.ts';

export const rowVerdictWords = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warning',
  untested: 'untested',
  not_applicable: 'not applicable',
} as const;

type Verdict = CertifiedRequirement['verdict'];

/** The most important first. */
export const verdictOrder: readonly Verdict[] = ['fail', 'warn', 'untested', 'pass', 'not_applicable'];

/** Every row with its verdict and reason, by document and section, with filters. */
export function rowsSection({ requirements }: Certificate): Html {
  const sections = grouped(requirements, (row) => `${row.document}: ${row.section}`);
  return html`${filters(requirements)}${[...sections].map(([name, rows]) => section(name, rows))}`;
}

function filters(rows: readonly CertifiedRequirement[]): Html {
  return html`<fieldset class="filters scripted">
    <legend>Show</legend>
    ${verdictOrder.map((verdict) => {
      const count = rows.filter((row) => row.verdict === verdict).length;
      return html`<label
        ><input type="checkbox" data-verdict-box value="${verdict}" checked /> ${rowVerdictWords[verdict]}
        (${count})</label
      > `;
    })}
    <label>with the words <input type="search" id="filter-words" autocomplete="off" /></label>
    <output id="filter-count" aria-live="polite"></output>
  </fieldset>`;
}

function section(name: string, rows: readonly CertifiedRequirement[]): Html {
  const counts = verdictOrder.flatMap((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : `${count} ${rowVerdictWords[verdict]}`;
  });
  return html`<details open data-part>
    <summary><strong>${name}</strong> <span class="soft">${counts.join(', ')}</span></summary>
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
        ${rows.map(rowOf)}
      </tbody>
    </table>
  </details>`;
}

function rowOf(row: CertifiedRequirement): Html {
  const { id, level, text, verdict, checks, reason, rests_on } = row;
  const behind = behindText(row);
  return html`<tr data-verdict="${verdict}">
    <td class="verdict ${verdict}">${rowVerdictWords[verdict]}</td>
    <th scope="row">
      <code>${id}</code>${level !== 'must' && html` <span class="soft">(${level})</span>`}<br />${text}${
        reason !== undefined && html`<br /><span class="soft">${reason}</span>`
      }${rests_on !== undefined && html`<br /><span class="soft">${unsigned}</span>`}${
        behind !== undefined && html`<br /><span class="soft">${behind}</span>`
      }
    </th>
    <td class="number" data-label="checks">${checks}</td>
  </tr>`;
}
