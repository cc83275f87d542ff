import { inDocumentOrder } from '../../spec/sections.ts';
import { html, type Html, anchorOf } from '../page/html.ts';
import type { FleetRow, FleetSection, FleetPast, FleetRun, FleetTrouble } from './fleet-schema.ts';
import { cellWords, instant, scopeWords, shortVerdict, troubleWords } from './fleet-words.ts';
import type { Certificate, CertifiedRequirement } from '../certificate/certificate-schema.ts';
import { grouped, plain, verdictWords } from '../words/plain.ts';
import { type RowVerdict, sectionOf } from '../page/rows/rows.ts';

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

/** Every section of any run, by document: those that a target breaks come first, each in the order of the document. */
function columnsOf(targets: readonly FleetRow[]): readonly Column[] {
  const found = new Map<string, Column>();
  const broken = new Set<string>();
  for (const { run } of targets)
    for (const { document, section, fail } of run?.sections ?? []) {
      found.set(sectionOf({ document, section }), { document, section });
      if (fail > 0) broken.add(sectionOf({ document, section }));
    }
  const rank = (column: Column): number => Number(!broken.has(sectionOf(column)));
  return inDocumentOrder([...found.values()]).toSorted((a, b) =>
    a.document === b.document ? rank(a) - rank(b) : 0,
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

/** What a target's turn came to: a run with its folder below the site's, or why there is none. */
export type Turn =
  { readonly certificate: Certificate; readonly dir: string } | { readonly trouble: FleetTrouble };

/** Times that are kept of each target: ten years of weeks, a year and a half of nights. */
const mostPast = 520;

/** The row of a target after its turn. One without a run keeps the run that it had. */
export function fleetRow(
  { id, name, at }: { readonly id: string; readonly name: string; readonly at: string },
  turn: Turn,
  before: FleetRow | undefined,
): FleetRow {
  const past = before?.history ?? [];
  if ('trouble' in turn) {
    const trouble = { ...turn.trouble, message: plain(turn.trouble.message) };
    return {
      id,
      name,
      ...(before?.run && { run: before.run }),
      trouble,
      history: latest([...past, { at, trouble: trouble.kind }]),
    };
  }
  const run = fleetRun(turn.certificate, turn.dir);
  const { verdict, complete, dir, counts } = run;
  const { pass, fail, untested } = counts;
  return { id, name, run, history: latest([...past, { at, verdict, complete, pass, fail, untested, dir }]) };
}

const latest = (past: readonly FleetPast[]): FleetPast[] => past.slice(-mostPast);

function fleetRun(certificate: Certificate, dir: string): FleetRun {
  const { requirements, scope, target, night } = certificate;
  const { verdict, rest } = verdictWords(certificate);
  return {
    started_at: certificate.started_at,
    dir,
    verdict: certificate.verdict,
    says: [verdict, rest, ...certificate.reasons]
      .filter(Boolean)
      .map((part) => plain(String(part)))
      .join('; '),
    complete: scope?.complete === true,
    interfaces: [...target.interfaces],
    seed: certificate.seed,
    requests: certificate.totals.requests,
    duration_ms: certificate.duration_ms,
    counts: countsOf(requirements),
    sections: [...grouped(requirements, sectionOf)].flatMap(([name, rows]) => {
      const [first] = rows;
      if (first === undefined) return [];
      const { document, section } = first;
      return [{ document, section, anchor: anchorOf('section', name), ...countsOf(rows) }];
    }),
    broken: requirements.filter((row) => row.verdict === 'fail').map((row) => row.id),
    ...(night && { night: night.verdict }),
  };
}

function countsOf(rows: readonly CertifiedRequirement[]): FleetRun['counts'] {
  const of = (verdict: RowVerdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    pass: of('pass'),
    fail: of('fail'),
    warn: of('warn'),
    untested: of('untested'),
    not_applicable: of('not_applicable'),
  };
}
