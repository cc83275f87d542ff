import type {
  Certificate,
  CertifiedRequirement,
  CertifiedLatitude,
} from '../../certificate/certificate-schema.ts';
import { inDocumentOrder } from '../../../spec/sections.ts';
import { behindText, grouped, pluralize, rowVerdictWords } from '../../words/plain.ts';
import { unsigned } from '../../words/accusation.ts';
import { anchorOf, html, type Html, lines, named } from '../html.ts';
import { rowDetails } from './row-details.ts';
import { observationLines } from '../../certificate/latitude-verdict.ts';
import { serverErrorLines, serverErrorWarning } from '../../journal/server-errors.ts';
import { cleanupSentence, leftCount, waitText } from '../../words/run-text.ts';
import type { Cleanup } from '../../journal/cleanup.ts';

/** Every row with its verdict and reason, by document and section, in their order; a section without anything wrong is folded. `cards`: by requirement, where its violation is shown. */
export function rowsSection({ requirements }: Certificate, cards: ReadonlyMap<string, string>): Html {
  const sections = grouped(inDocumentOrder(requirements), sectionOf);
  return html`<p class="print-only">
      On paper a requirement that passed or was not applicable is named only; the page has its text.
    </p>
    <div class="register">${[...sections].map(([name, rows]) => sectionTable(name, rows, cards))}</div>`;
}

function sectionTable(
  name: string,
  rows: readonly CertifiedRequirement[],
  cards: ReadonlyMap<string, string>,
): Html {
  const counts = verdictCounts(rows).map(([verdict, count]) => `${count} ${rowVerdictWords[verdict]}`);
  const isWrong = rows.some(({ verdict }) => verdict !== 'pass' && verdict !== 'not_applicable');
  return html`<details ${isWrong && html`open`} data-part id="${anchorOf('section', name)}">
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
      ${named(id)}${level !== 'must' && html` <span class="soft">(${level})</span>`}${
        card !== undefined && html` <a href="#${card}">shown by these sequences</a>`
      }<span class="text">${text}</span
      >${reason !== undefined && html`<span class="text soft">${reason}</span>`}${
        rests_on !== undefined && html`<span class="text soft">${unsigned}</span>`
      }${behind !== undefined && html`<span class="text soft">${behind}</span>`}${rowDetails(row)}
    </th>
    <td class="number" data-label="checks">${checks}</td>
  </tr>`;
}

/** Controls that filter violations and requirements by verdict, section and words; the page's script shows them. */
export function filters(rows: readonly CertifiedRequirement[]): Html {
  const sections = [...new Set(inDocumentOrder(rows).map(sectionOf))];
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

/** How the target answers what the documents leave open. */
export function latitudesSection({ latitudes }: Certificate): Html {
  const seen = latitudes.filter(({ observed }) => observed !== null);
  const unseen = latitudes.filter(({ observed }) => observed === null);
  const odd = seen.filter(({ consistent, drifted }) => !consistent || drifted === true);
  const even = seen.filter((one) => !odd.includes(one));
  return html`<p>${seen.length} of ${latitudes.length} open points were answered.</p>
    ${odd.length > 0 && pointsTable('Open points that were answered in several ways, or otherwise than the profile says', odd)}
    ${
      even.length > 0 &&
      html`<details>
        <summary>${even.length} were answered in one way each</summary>
        ${pointsTable('Open points that were answered in one way', even)}
      </details>`
    }
    ${
      unseen.length > 0 &&
      html`<details>
        <summary>${unseen.length} were not answered</summary>
        <ul>
          ${unseen.map(({ id, question }) => html`<li id="${anchorOf('point', id)}">${named(id)}: ${question}</li> `)}
        </ul>
      </details>`
    }`;
}

function pointsTable(title: string, points: readonly CertifiedLatitude[]): Html {
  return html`<table class="rows points">
    <caption>
      ${title}
    </caption>
    <thead>
      <tr>
        <th scope="col">Open point</th>
        <th scope="col">Observed</th>
        <th scope="col" class="number">Times</th>
      </tr>
    </thead>
    <tbody>
      ${points.map(latitude)}
    </tbody>
  </table>`;
}

function latitude(row: CertifiedLatitude): Html {
  const { id, question, observations, checks, consistent, drifted, profile } = row;
  const shares = observations.map(
    ({ choice, times }) => `${choice}${observations.length > 1 ? ` ${times}×` : ''}`,
  );
  return html`<tr id="${anchorOf('point', id)}">
    <th scope="row">${named(id)}<span class="text">${question}</span></th>
    <td data-label="observed">
      ${shares.join(', ')}${!consistent && html`<br /><span class="verdict warn">inconsistent</span>`}${
        drifted === true && html`<br /><span class="verdict warn">drifted</span>, the profile says ${profile}`
      }
      <details class="screen-only">
        <summary>first seen</summary>
        <pre>${lines(observationLines(row).join('\n'), 40)}</pre>
      </details>
    </td>
    <td class="number" data-label="times">${checks}</td>
  </tr>`;
}

/** What the run did not test, one table by reason. The untested come first: they keep a target from being conformant. */
export function notTestedSection({ requirements }: Certificate): Html {
  const groups = (['untested', 'not_applicable'] as const).flatMap((verdict) =>
    [...byReason(requirements.filter((row) => row.verdict === verdict))].map(([reason, rows]) => ({
      verdict,
      reason,
      rows,
    })),
  );
  if (groups.length === 0) return html`<p>Every requirement was tested.</p>`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="What was not tested">
    <table class="not-tested">
      <caption>
        What was not tested, by reason
      </caption>
      <thead>
        <tr>
          <th scope="col">Verdict</th>
          <th scope="col">Reason</th>
          <th scope="col">Requirements</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map(
          ({ verdict, reason, rows }) =>
            html`<tr>
              <td class="verdict ${verdict}">${rows.length} ${rowVerdictWords[verdict]}</td>
              <th scope="row">${reason}</th>
              <td>${rows.map(({ id }) => html`<a href="#${anchorOf('row', id)}">${named(id)}</a> `)}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

const byReason = (rows: readonly CertifiedRequirement[]) => grouped(rows, ({ reason = '' }) => reason);

/** Warnings, known deviations, troubles and long waits; each part only where there are any. */
export function notesSection({
  warnings,
  known_deviations: known,
  troubles,
  waited = [],
  server_errors: failing = [],
}: Certificate): Html {
  return html`${list(
    'Warnings',
    warnings.map((text) => html`${text}`),
  )}${list(
    'How to see what is answered with an error each time',
    failing.map(
      (one) =>
        html`${serverErrorWarning(one)}
          <pre>${lines(serverErrorLines(one).join('\n'))}</pre>`,
    ),
  )}${list(
    'Known deviations',
    known.map(
      ({ requirement, because, since, observed }) =>
        html`${named(requirement)}: ${because} <span class="soft">(since ${since})</span>
          <span class="verdict ${observed ? 'fail' : 'warn'}">${observed ? 'met' : 'not met: stale'}</span>`,
    ),
  )}${list(
    'Troubles',
    troubles.map(({ kind, cause, times }) => html`${kind}, ${times}×: <samp>${cause}</samp>`),
  )}${list(
    'Requests that waited',
    waited.map((one) => html`${waitText(one)}`),
  )}`;
}

function list(title: string, items: readonly Html[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<h3>${title}</h3>
    <ul>
      ${items.map((item) => html`<li>${item}</li> `)}
    </ul>`;
}

/** What was undone at the end of the run, and each payment that is left; empty where nothing was to be undone. */
export function cleanupSection(cleanup: Cleanup | undefined): Html {
  if (cleanup === undefined) return html``;
  const { left, more = 0 } = cleanup;
  const all = leftCount(cleanup);
  return html`<p>${cleanupSentence(cleanup)}.</p>
    ${
      all > 0 &&
      html`<p>${pluralize(all, 'payment')} left, which may be open or captured:</p>
        <ul>
          ${left.map((one) => html`<li>${one.interface} <code>${one.id}</code>: <samp>${one.why}</samp></li> `)}
          ${more > 0 && html`<li>and ${more} more</li>`}
        </ul>`
    }`;
}

export type RowVerdict = CertifiedRequirement['verdict'];

/** The most important first. */
const verdictOrder: readonly RowVerdict[] = ['fail', 'warn', 'untested', 'pass', 'not_applicable'];

/** How many rows have each verdict, without those that none has. */
export function verdictCounts(
  rows: readonly { readonly verdict: RowVerdict }[],
): readonly (readonly [verdict: RowVerdict, count: number])[] {
  return verdictOrder.flatMap((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : [[verdict, count] as const];
  });
}

/** The section of a row with its document, as the page names it: `legacy: Endpoints › Capture`. */
export function sectionOf({
  document,
  section,
}: {
  readonly document: string;
  readonly section: string;
}): string {
  return `${document}: ${section}`;
}
