import { html, type Html } from '../page/html.ts';
import type { FleetPast, FleetRow } from './fleet-schema.ts';
import { instant, pastSign, troubleWords } from './fleet-words.ts';

/** Times that the site shows; `fleet.json` has more. */
const mostShown = 30;

/** The verdict of each target at each of the last times, the newest on the right. */
export function historyTable(targets: readonly FleetRow[]): Html {
  const all = [...new Set(targets.flatMap(({ history }) => history.map(({ at }) => at)))].toSorted();
  const times = all.slice(-mostShown);
  return html`<div class="wide" role="region" aria-label="Table of verdicts by time" tabindex="0">
    <table>
      <thead>
        <tr>
          <td class="corner"></td>
          ${times.map((at) => html`<th scope="col"><div class="upright">${instant(at)}</div></th> `)}
        </tr>
      </thead>
      <tbody>
        ${targets.map(
          ({ name, history }) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${times.map((at) => cell(history.find((past) => past.at === at)))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

function cell(past: FleetPast | undefined): Html {
  if (past === undefined) return html`<td class="cell"></td> `;
  const [sign, words] = pastSign(past.verdict);
  const says =
    past.trouble === undefined
      ? `${words}: ${past.pass ?? 0} passed, ${past.fail ?? 0} broken, ${past.untested ?? 0} untested`
      : troubleWords(past.trouble);
  const link =
    past.dir === undefined
      ? html`<span title="${says}" role="img" aria-label="${says}">${sign}</span>`
      : html`<a href="${past.dir}/report.html" title="${says}" aria-label="${says}">${sign}</a>`;
  return html`<td class="cell ${past.verdict ?? 'soft'}">${link}</td> `;
}
