import { inDocumentOrder } from '../../../spec/sections.ts';
import type { Certificate, CertifiedRequirement } from '../../certificate/certificate-schema.ts';
import { nightVerdicts, reachOf } from '../../nightly/nightly-text.ts';
import { rowVerdictWords, verdictWords, grouped, pluralize, underWayText } from '../../words/plain.ts';
import { html, type Html, type Part, anchorOf, inParts, named } from '../html.ts';
import { verdictCounts, type RowVerdict, sectionOf } from '../rows/rows.ts';
import { judgedFile } from '../../../harness/records/run-settings.ts';
import { duration } from '../../timeline/duration.ts';

/** The colour of a night's verdict. */
const nightClass = { quiet: 'conformant', alarm: 'nonconformant', inconclusive: 'inconclusive' } as const;

/** Width of the bar; it is drawn as wide as the page has room. */
const width = 1000;
const height = 14;

/** Broken requirements that the first screen names; the others are counted. */
const mostNamed = 5;

/**
 * What a certifier reads first: the verdict with its reasons and its scope, how many requirements ended how, and which are broken.
 * `cards`: by requirement, where its violation is shown.
 */
export function verdictHead(certificate: Certificate, cards: ReadonlyMap<string, string>): Html {
  const { requirements, night } = certificate;
  const counts = verdictCounts(requirements);
  return html`${night === undefined ? ofRun(certificate) : ofNight(certificate, night)}
    <p class="totals">
      ${counts.map(
        ([one, count]) => html`<span class="${one}"><b>${count}</b> ${rowVerdictWords[one]}</span> `,
      )}<span class="soft">of ${requirements.length} requirements</span>
    </p>
    ${bar(counts, requirements.length)} ${brokenList(inDocumentOrder(requirements), cards)}`;
}

function brokenList(
  rows: readonly CertifiedRequirement[],
  cards: ReadonlyMap<string, string>,
): Html | undefined {
  const broken = rows.filter(({ verdict }) => verdict === 'fail');
  if (broken.length === 0) return undefined;
  const more = broken.length - mostNamed;
  return html`<ul class="broken" aria-label="Broken requirements">
    ${broken
      .slice(0, mostNamed)
      .map(
        ({ id, text }) =>
          html`<li><a href="#${cards.get(id) ?? anchorOf('row', id)}">${named(id)}</a> ${text}</li> `,
      )}
    ${more > 0 && html`<li><a href="#violations">and ${more} more</a></li>`}
  </ul>`;
}

/** The title of the page. */
export function titleOf(certificate: Certificate): string {
  const { target, night } = certificate;
  return night === undefined
    ? `${target.name} is ${verdictWords(certificate).verdict}`
    : `${target.name}: ${nightVerdicts[night.verdict]}`;
}

function ofRun(certificate: Certificate): Html {
  const { target, verdict, reasons } = certificate;
  const says = verdictWords(certificate);
  return html`<p class="soft">payproof conformance report</p>
    <h1>${target.name} is <span class="${verdict}">${says.verdict}</span></h1>
    ${reasonsOf(reasons)} ${says.rest !== undefined && html`<p>Scope: ${says.rest}</p>`}`;
}

/** The verdict that the terminal prints and the exit status says; and that on conformance, which is another question. */
function ofNight(certificate: Certificate, night: NonNullable<Certificate['night']>): Html {
  const { target, verdict, reasons } = certificate;
  const reach = reachOf(night, certificate);
  // Green is nothing that was not tried.
  const colour =
    night.verdict === 'quiet' && night.short !== undefined ? 'inconclusive' : nightClass[night.verdict];
  return html`<p class="soft">payproof nightly report</p>
    <h1>${target.name}: <span class="${colour}">${nightVerdicts[night.verdict]}</span></h1>
    ${night.short !== undefined && html`<p>${night.short}</p>`} ${reasonsOf(night.reasons)}
    ${reach !== undefined && html`<p>Scope: ${reach}</p>`}
    <p class="soft">
      As a certificate:
      <span class="${verdict}">${verdictWords(certificate).verdict}</span>
    </p>
    ${reasonsOf(reasons)}`;
}

/** Each reason is a sentence of its own. */
function reasonsOf(reasons: readonly string[]): Html | undefined {
  if (reasons.length < 2) return reasons.length === 0 ? undefined : html`<p>${reasons[0]}</p>`;
  return html`<ul class="reasons">
    ${reasons.map((reason) => html`<li>${reason}</li> `)}
  </ul>`;
}

/** The counts above as lengths; hidden from screen readers, which have just read them. */
function bar(counts: ReturnType<typeof verdictCounts>, all: number): Html | undefined {
  if (all === 0) return undefined;
  let x = 0;
  const parts = counts.map(([verdict, count]) => {
    const from = x;
    x += (count / all) * width;
    return html`<rect
      class="${verdict}"
      x="${from.toFixed(1)}"
      y="0"
      width="${(x - from).toFixed(1)}"
      height="${height}"
    />`;
  });
  return html`<svg
    class="verdict-bar"
    aria-hidden="true"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
  >
    ${parts}
  </svg>`;
}

type Fact = readonly [name: string, value: Part];

/** What was run against what, and when. */
export function facts(certificate: Certificate): Html {
  const { totals, duration_ms: ms, seed, started_at: started, target, resumed = [], tool } = certificate;
  const traffic = certificate.settings?.[judgedFile];
  const underWay = underWayText(certificate);
  const all: readonly Fact[] = [
    ['target', target.name],
    ...(target.endpoints ?? []).map(({ interface: of, url, version, server, build }): Fact => [
      of,
      html`<samp>${url}</samp>
        ${[version, server, build].filter((one) => typeof one === 'string').join(', ')}`,
    ]),
    ['interfaces', target.interfaces.join(', ')],
    ['date', `${minute(started)} UTC, ${duration(ms)}`],
    ...resumed.map(({ at, requests_before: before }): Fact => [
      'resumed',
      `${minute(at)} UTC, after ${before} requests`,
    ]),
    ...(traffic === undefined
      ? [
          [
            'run',
            `${totals.requests} requests (${totals.shrink_requests} to shrink), ${totals.sequences} sequences, ${totals.webhooks} webhooks, seed ${seed}`,
          ] as const,
        ]
      : [
          ['traffic', `${traffic}: others have sent and recorded it, nothing was sent to judge it`] as const,
          [
            'judged',
            `${totals.requests} requests, ${totals.sequences} sequences, ${totals.webhooks} webhooks`,
          ] as const,
        ]),
    ...(underWay === undefined ? [] : [['requests under way', underWay] as const]),
    [
      'suite',
      [tool.name, tool.version, tool.commit?.slice(0, 12)].filter((one) => typeof one === 'string').join(' '),
    ],
  ];
  return html`<dl class="facts">
    ${all.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div> `,
    )}
  </dl>`;
}

/** What a verdict rests on, by digests: for who compares it with files; empty in runs of earlier versions. */
export function provenance({ documents = [], journal, digest }: Certificate): Html | undefined {
  const all: readonly Fact[] = [
    ...documents.map(({ name, sha256, title, edition }): Fact => [
      name,
      html`${title !== undefined && html`${title} (${edition})<br />`}<code>${sha256}</code>`,
    ]),
    ...(journal === undefined ? [] : [[journal.file, html`<code>${journal.sha256}</code>`] as const]),
    ...(digest === undefined ? [] : [['certificate', html`<code>${digest}</code>`] as const]),
  ];
  if (all.length === 0) return undefined;
  return html`<table class="digests">
    <caption>
      What the verdict rests on (SHA-256)
    </caption>
    <tbody>
      ${all.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function minute(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}

/** The verdicts that have a column whether or not a row has them. */
const always: readonly RowVerdict[] = ['pass', 'fail', 'untested'];
const columns: readonly RowVerdict[] = ['pass', 'fail', 'warn', 'untested', 'not_applicable'];

/** How many requirements passed, failed and were not tested, by section of each document. */
export function sectionCounts({ requirements }: Certificate): Html {
  const shown = columns.filter(
    (one) => always.includes(one) || requirements.some(({ verdict }) => verdict === one),
  );
  const documents = grouped(inDocumentOrder(requirements), ({ document }) => document);
  return html`<div class="documents">${[...documents].map(([name, rows]) => table(name, rows, shown))}</div>`;
}

function table(name: string, rows: readonly CertifiedRequirement[], shown: readonly RowVerdict[]): Html {
  return html`<table class="counts">
    <caption>
      <b>${name}</b
      >: ${pluralize(rows.length, 'requirement')}:
      ${verdictCounts(rows)
        .map(([one, count]) => `${count} ${rowVerdictWords[one]}`)
        .join(', ')}
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
            <th scope="row">
              <a href="#${anchorOf('section', section)}">${inParts(members[0]?.section ?? '')}</a>
            </th>
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
