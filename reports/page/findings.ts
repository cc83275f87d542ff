import type {
  Certificate,
  CertifiedLatitude,
  CertifiedRequirement,
} from '../certificate/certificate-schema.ts';
import { grouped } from '../grouped.ts';
import { observationLines } from '../certificate/latitude-verdict.ts';
import { html, type Html, lines } from './html.ts';

/** What the run did not test, by reason. The untested come first: they keep a target from being conformant. */
export function notTestedSection({ requirements }: Certificate): Html {
  const groups = [
    ...byReason(requirements.filter(({ verdict }) => verdict === 'untested')),
    ...byReason(requirements.filter(({ verdict }) => verdict === 'not_applicable')),
  ];
  if (groups.length === 0) return html`<p>Every requirement was tested.</p>`;
  return html`<ul>
    ${groups.map(
      ([reason, rows]) =>
        html`<li>
          <span class="verdict ${rows[0]?.verdict}"
            >${rows.length} ${rows[0]?.verdict === 'untested' ? 'untested' : 'not applicable'}</span
          >: ${reason}
          <details>
            <summary>which</summary>
            ${rows.map(({ id }) => html`<code>${id}</code> `)}
          </details>
        </li>`,
    )}
  </ul>`;
}

const byReason = (rows: readonly CertifiedRequirement[]) => grouped(rows, ({ reason = '' }) => reason);

/** How the target answers what the documents leave open. */
export function latitudesSection({ latitudes }: Certificate): Html {
  const seen = latitudes.filter(({ observed }) => observed !== null);
  const unseen = latitudes.filter(({ observed }) => observed === null);
  return html`<p>${seen.length} of ${latitudes.length} open points were answered.</p>
    <table class="rows">
      <caption>
        Open points that were answered
      </caption>
      <thead>
        <tr>
          <th scope="col">Open point</th>
          <th scope="col">Observed</th>
          <th scope="col" class="number">Times</th>
        </tr>
      </thead>
      <tbody>
        ${seen.map(latitude)}
      </tbody>
    </table>
    ${
      unseen.length > 0 &&
      html`<details>
        <summary>${unseen.length} were not answered</summary>
        <ul>
          ${unseen.map(({ id, question }) => html`<li><code>${id}</code>: ${question}</li> `)}
        </ul>
      </details>`
    }`;
}

function latitude(row: CertifiedLatitude): Html {
  const { id, question, observations, checks, consistent, drifted, profile } = row;
  const shares = observations.map(
    ({ choice, times }) => `${choice}${observations.length > 1 ? ` ${times}×` : ''}`,
  );
  return html`<tr>
    <th scope="row"><code>${id}</code><br />${question}</th>
    <td data-label="observed">
      ${shares.join(', ')}${!consistent && html`<br /><span class="verdict warn">inconsistent</span>`}${
        drifted === true && html`<br /><span class="verdict warn">drifted</span>, the profile says ${profile}`
      }
      <details>
        <summary>first seen</summary>
        <pre>${lines(observationLines(row).join('\n'), 40)}</pre>
      </details>
    </td>
    <td class="number" data-label="times">${checks}</td>
  </tr>`;
}

/** Warnings, known deviations and troubles; each part only where there are any. */
export function notesSection({ warnings, known_deviations: known, troubles }: Certificate): Html {
  return html`${list(
    'Warnings',
    warnings.map((text) => html`${text}`),
  )}${list(
    'Known deviations',
    known.map(
      ({ requirement, because, since, observed }) =>
        html`<code>${requirement}</code>: ${because} <span class="soft">(since ${since})</span>
          <span class="verdict ${observed ? 'fail' : 'warn'}">${observed ? 'met' : 'not met: stale'}</span>`,
    ),
  )}${list(
    'Troubles',
    troubles.map(({ kind, cause, times }) => html`${kind}, ${times}×: <samp>${cause}</samp>`),
  )}`;
}

function list(title: string, items: readonly Html[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<h3>${title}</h3>
    <ul>
      ${items.map((item) => html`<li>${item}</li> `)}
    </ul>`;
}
