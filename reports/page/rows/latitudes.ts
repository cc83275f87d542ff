import type { Certificate, CertifiedLatitude } from '../../certificate/certificate-schema.ts';
import { observationLines } from '../../certificate/latitude-verdict.ts';
import { anchorOf } from '../anchor.ts';
import { html, type Html, lines } from '../html.ts';

/** How the target answers what the documents leave open. */
export function latitudesSection({ latitudes }: Certificate): Html {
  const seen = latitudes.filter(({ observed }) => observed !== null);
  const unseen = latitudes.filter(({ observed }) => observed === null);
  return html`<p>${seen.length} of ${latitudes.length} open points were answered.</p>
    <table class="rows points">
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
          ${unseen.map(({ id, question }) => html`<li id="${anchorOf('point', id)}"><code>${id}</code>: ${question}</li> `)}
        </ul>
      </details>`
    }`;
}

function latitude(row: CertifiedLatitude): Html {
  const { id, question, observations, checks, consistent, drifted, profile } = row;
  const shares = observations.map(
    ({ choice, times }) => `${choice}${observations.length > 1 ? ` ${times}×` : ''}`,
  );
  return html`<tr id="${anchorOf('point', id)}">
    <th scope="row"><code>${id}</code><span class="text">${question}</span></th>
    <td data-label="observed">
      ${shares.join(', ')}${!consistent && html`<br /><span class="verdict warn">inconsistent</span>`}${
        drifted === true && html`<br /><span class="verdict warn">drifted</span>, the profile says ${profile}`
      }
      <details class="first-seen">
        <summary>first seen</summary>
        <pre>${lines(observationLines(row).join('\n'), 40)}</pre>
      </details>
    </td>
    <td class="number" data-label="times">${checks}</td>
  </tr>`;
}
