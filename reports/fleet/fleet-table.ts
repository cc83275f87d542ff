import { html, type Html } from '../page/html.ts';
import type { FleetRow, FleetSection } from './fleet-schema.ts';
import { cellWords, instant, scopeWords, shortVerdict, troubleWords } from './fleet-words.ts';

type Column = Pick<FleetSection, 'document' | 'section'>;

/** Implementations by sections of the documents. It scrolls by itself where it is wider than the screen. */
export function fleetTable(targets: readonly FleetRow[]): Html {
  const columns = columnsOf(targets);
  const documents = ['legacy', 'resource'] as const;
  return html`<div
    class="wide sections-table"
    role="region"
    aria-label="Table of implementations by section"
    tabindex="0"
  >
    <table>
      <thead>
        <tr>
          <td class="corner" rowspan="2"></td>
          ${documents.map((document) => {
            const width = columns.filter((column) => column.document === document).length;
            return (
              width > 0 && html`<th scope="colgroup" class="document" colspan="${width}">${document}</th> `
            );
          })}
        </tr>
        <tr>
          ${columns.map(
            (column, index) =>
              html`<th scope="col" class="${isFirst(columns, index) && 'first'}">
                <div class="upright">${short(column)}</div>
              </th> `,
          )}
        </tr>
      </thead>
      <tbody>
        ${targets.map(
          (target) =>
            html`<tr>
              <th scope="row">${title(target)}</th>
              ${columns.map((column, index) => cell(target, column, isFirst(columns, index)))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The name of a target with its verdict, which leads to the page of its run, and why that is not of this time. */
export function title({ name, run, trouble }: FleetRow): Html {
  const verdict = html`<span class="state ${run?.verdict ?? 'inconclusive'}">${shortVerdict({ run })}</span>${
      run !== undefined && html`<span class="state soft">${scopeWords(run.counts)}</span>`
    }`;
  return html`${run === undefined ? name : html`<a href="${run.dir}/report.html">${name}</a>`}${verdict}${
    trouble !== undefined &&
    html`<span class="state warn"
      >${troubleWords(trouble.kind)}${run !== undefined && html`; as of ${instant(run.started_at)}`}</span
    >`
  }`;
}

/** Every section of any run, by document, in the order of the first run that has it. */
function columnsOf(targets: readonly FleetRow[]): readonly Column[] {
  const found = new Map<string, Column>();
  for (const { run } of targets)
    for (const { document, section } of run?.sections ?? [])
      if (!found.has(`${document}: ${section}`)) found.set(`${document}: ${section}`, { document, section });
  return [...found.values()].toSorted((a, b) =>
    a.document < b.document ? -1 : Number(a.document > b.document),
  );
}

const isFirst = (columns: readonly Column[], index: number): boolean =>
  columns[index]?.document !== columns[index - 1]?.document;

/** The last part of a section's name: the document stands above. */
const short = ({ section }: Column): string => section.split(' › ').at(-1) ?? section;

function cell({ run }: FleetRow, column: Column, first: boolean): Html {
  const section = run?.sections.find(
    (one) => one.document === column.document && one.section === column.section,
  );
  if (run === undefined || section === undefined) return html`<td class="cell${first && ' first'}"></td> `;
  const { verdict, short: text, long } = cellWords(section);
  return html`<td class="cell ${verdict}${first && ' first'}">
    <a href="${run.dir}/report.html#${section.anchor}" title="${long}" aria-label="${long}">${text}</a>
  </td> `;
}
