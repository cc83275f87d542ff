import { counted } from '../../words/counted.ts';
import type { Certificate } from '../../certificate/certificate-schema.ts';
import { sectionOf } from '../rows/section-of.ts';
import { html, type Html } from '../html.ts';
import { seenBefore } from '../night/seen-before.ts';
import type { Cause } from './causes.ts';
import { sequenceView, type SequenceInput } from './sequence.ts';

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
  return html`${index(causes, certificate)}${cards}`;
}

/** How the certificate judges what a card is about: a known deviation fails too, what is flaky warns. */
function verdictOf({ row, steady }: Cause, { requirements }: Certificate): 'fail' | 'warn' {
  const verdict = requirements.find(({ id }) => id === row?.id)?.verdict;
  return verdict === 'warn' || (verdict !== 'fail' && !steady) ? 'warn' : 'fail';
}

const words = { fail: 'violated', warn: 'warning' } as const;

function index(causes: readonly Cause[], certificate: Certificate): Html {
  return html`<table class="index">
    <caption>
      ${counted(causes.length, 'cause')}, shown by
      ${counted(
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
          <th scope="row"><a href="#${cause.anchor}">${cause.row?.id ?? cause.title}</a></th>
          <td>${cause.row && sectionOf(cause.row)}</td>
          <td class="verdict ${verdict}">${words[verdict]}</td>
          <td class="number">${cause.failures.length}</td>
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
      ${row && html`<a href="#${anchor}"><code>${row.id}</code></a> <span class="soft">${sectionOf(row)}</span>`}
    </p>
    ${seenBefore(certificate, row?.id ?? '')}
    ${known && html`<p class="rule">Known deviation since ${known.since}: ${known.because}</p>`}
    ${
      also.length > 0 &&
      html`<p class="rule soft">Its sequences also break ${also.map((id) => html`<code>${id}</code> `)}</p>`
    }
    ${failures.slice(0, full).map((failure, at) => sequenceView(failure, at + 1, failures.length, input))}
    ${
      more.length > 0 &&
      html`<details>
        <summary>${counted(more.length, 'sequence')} more</summary>
        <ul>
          ${more.map(({ record }) => html`<li><code>${record.reproduction}</code>: ${record.summary}</li> `)}
        </ul>
      </details>`
    }
  </article>`;
}
