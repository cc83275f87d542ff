import type { Certificate, CertifiedRequirement } from '../../certificate/certificate-schema.ts';
import { grouped } from '../../words/grouped.ts';
import { anchorOf } from '../anchor.ts';
import { html, type Html } from '../html.ts';
import { rowVerdictWords, type RowVerdict } from '../rows/row-verdict.ts';
import { sectionOf } from '../rows/section-of.ts';

/** The verdicts that have a column whether or not a row has them. */
const always: readonly RowVerdict[] = ['pass', 'fail', 'untested'];
const columns: readonly RowVerdict[] = ['pass', 'fail', 'warn', 'untested', 'not_applicable'];

/** How many requirements passed, failed and were not tested, by section of each document. */
export function sectionCounts({ requirements }: Certificate): Html {
  const shown = columns.filter(
    (one) => always.includes(one) || requirements.some(({ verdict }) => verdict === one),
  );
  const documents = grouped(requirements, ({ document }) => document);
  return html`<div class="documents">${[...documents].map(([name, rows]) => table(name, rows, shown))}</div>`;
}

function table(name: string, rows: readonly CertifiedRequirement[], shown: readonly RowVerdict[]): Html {
  return html`<table class="counts">
    <caption>
      <b>${name}</b
      >: ${rows.length} requirements by section
    </caption>
    <thead>
      <tr>
        <th scope="col">Section</th>
        ${shown.map((one) => html`<th scope="col" class="number">${rowVerdictWords[one]}</th> `)}
      </tr>
    </thead>
    <tbody>
      ${[...grouped(rows, sectionOf)].map(
        ([section, members]) =>
          html`<tr>
            <th scope="row"><a href="#${anchorOf('section', section)}">${members[0]?.section}</a></th>
            ${shown.map((one) => cell(members, one))}
          </tr> `,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">All</th>
        ${shown.map((one) => cell(rows, one))}
      </tr>
    </tfoot>
  </table>`;
}

function cell(rows: readonly CertifiedRequirement[], verdict: RowVerdict): Html {
  const count = rows.filter((row) => row.verdict === verdict).length;
  return count === 0
    ? html`<td class="number soft">–</td> `
    : html`<td class="number ${verdict}">${count}</td> `;
}
