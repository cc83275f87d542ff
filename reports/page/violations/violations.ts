import { experimentSentence } from '../../words/experiment-text.ts';
import type { Cause } from '../../words/causes.ts';
import { pluralize } from '../../words/plain.ts';
import type { Certificate } from '../../certificate/certificate-schema.ts';
import { sectionOf } from '../rows/rows.ts';
import { html, type Html, anchorOf, named } from '../html.ts';
import { seenBefore } from '../night/night-section.ts';
import { sequenceView, type SequenceInput } from './sequence.ts';
import type { Experiment } from '../../journal/summary.ts';

/** Most sequences that are drawn in full: of more, one usually explains the others. */
const mostInFull = 60;
/** Of one cause. */
const mostOfACause = 12;

/** The violations, one card for each requirement with its sequences inside, after an index of the cards. */
export function violationsSection(
  causes: readonly Cause[],
  certificate: Certificate,
  input: SequenceInput,
): Html {
  if (causes.length === 0) return html`<p>No violation was found.</p>`;
  let left = mostInFull;
  const cards = causes.map((cause) => {
    const full = Math.min(cause.failures.length, mostOfACause, left);
    left -= full;
    return card(cause, full, certificate, input);
  });
  return html`${indexTable(causes, certificate)}${cards}`;
}

/** How the certificate judges what a card is about: a known deviation fails too, what is flaky warns. */
function verdictOf({ row, steady }: Cause, { requirements }: Certificate): 'fail' | 'warn' {
  const verdict = requirements.find(({ id }) => id === row?.id)?.verdict;
  return verdict === 'warn' || (verdict !== 'fail' && !steady) ? 'warn' : 'fail';
}

const words = { fail: 'violated', warn: 'warning' } as const;

function indexTable(causes: readonly Cause[], certificate: Certificate): Html {
  return html`<table class="index">
    <caption>
      ${pluralize(causes.length, 'cause')}, shown by
      ${pluralize(
        causes.reduce((sum, { failures }) => sum + failures.length, 0),
        'sequence',
      )}
    </caption>
    <thead>
      <tr>
        <th scope="col">Requirement</th>
        <th scope="col">Section</th>
        <th scope="col">Verdict</th>
        <th scope="col" class="number">Sequences</th>
      </tr>
    </thead>
    <tbody>
      ${causes.map((cause) => {
        const verdict = verdictOf(cause, certificate);
        return html`<tr data-verdict="${verdict}" data-section="${cause.row && sectionOf(cause.row)}">
          <th scope="row">
            <a href="#${cause.anchor}">${cause.row === undefined ? cause.title : named(cause.row.id)}</a>
          </th>
          <td>${cause.row && sectionOf(cause.row)}</td>
          <td class="verdict ${verdict}">${words[verdict]}</td>
          <td class="number" data-label="sequences">${cause.failures.length}</td>
        </tr> `;
      })}
    </tbody>
  </table>`;
}

function card(cause: Cause, full: number, certificate: Certificate, input: SequenceInput): Html {
  const { anchor, row, title, also, failures } = cause;
  const verdict = verdictOf(cause, certificate);
  const known = certificate.known_deviations.find(({ requirement }) => requirement === row?.id);
  const more = failures.slice(full);
  return html`<article
    class="card ${verdict}"
    id="${anchor}"
    aria-labelledby="${anchor}-title"
    data-verdict="${verdict}"
    data-section="${row && sectionOf(row)}"
  >
    <h3 id="${anchor}-title">${title}</h3>
    <p class="rule">
      <span class="verdict ${verdict}">${words[verdict]}</span>
      ${row && html`<a href="#${anchor}">${named(row.id)}</a> <span class="soft">${sectionOf(row)}</span>`}
    </p>
    ${seenBefore(certificate, row?.id ?? '')}
    ${known && html`<p class="rule">Known deviation since ${known.since}: ${known.because}</p>`}
    ${
      also.length > 0 &&
      html`<p class="rule soft">Its sequences also break ${also.map((id) => html`${named(id)} `)}</p>`
    }
    ${failures.slice(0, full).map((failure, at) => sequenceView(failure, at + 1, failures.length, input))}
    ${
      more.length > 0 &&
      html`<details>
        <summary>${pluralize(more.length, 'sequence')} more</summary>
        <ul>
          ${more.map(({ record }) => html`<li><code>${record.reproduction}</code>: ${record.summary}</li> `)}
        </ul>
      </details>`
    }
  </article>`;
}

/** By requirement, the anchor of the card that shows how it is broken: its own, or one whose sequences break it too. */
export function cardsOf(causes: readonly Cause[]): ReadonlyMap<string, string> {
  return new Map([
    ...causes.flatMap(({ also, anchor }) => also.map((id) => [id, anchor] as const)),
    ...causes.flatMap(({ row, anchor }) => (row === undefined ? [] : [[row.id, anchor] as const])),
  ]);
}

/** Why open points were answered in several ways, each with the smallest sequence of the rarer answer; empty where nothing was looked into. */
export function experimentsSection(experiments: readonly Experiment[], input: SequenceInput): Html {
  if (experiments.length === 0) return html``;
  return html`<p>
      The documents permit each of these answers: none is a violation, and the verdict does not depend on
      them. A suspicion is worth a look, since an error may hide behind an open point.
    </p>
    ${experiments.map(
      ({ record, failure }) =>
        html`<article class="card" aria-label="${record.point}">
          <p class="rule">
            <span class="verdict ${record.ended === 'depends' ? 'pass' : 'warn'}">${record.ended}</span>
            <a href="#${anchorOf('point', record.point)}"><code>${record.point}</code></a>
            ${experimentSentence(record)}
          </p>
          ${sequenceView(failure, 1, 1, input)}
        </article> `,
    )}`;
}
