import { createHash } from 'node:crypto';
import { pluralize } from '../words/plain.ts';
import { head } from '../page/page.ts';
import { html, type Html } from '../page/html.ts';
import type { FleetReport, FleetRow, FleetRun, FleetSection, FleetPast } from './fleet-schema.ts';
import { fleetTable, title } from './fleet-table.ts';
import { instant, legend, cellWords, pastSign, troubleWords } from './fleet-words.ts';
import { style } from '../page/look/style.ts';

/** The style sheet of a fleet's site: that of a run's page, and its two wide tables. On a phone each target is a card. */
const fleetStyle = `${style}
body > * { max-width: 96rem; }
header { display: block; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.wide table { width: auto; font-size: .8rem; }
.wide th, .wide td { padding: .15rem .3rem; white-space: nowrap; }
.wide thead th { vertical-align: bottom; }
.wide tbody th, .wide thead .corner { position: sticky; left: 0; background: var(--paper); z-index: 1; border-inline-end: 1px solid var(--line); }
.wide tbody th { font-weight: 600; min-width: 11rem; max-width: 16rem; white-space: normal; }
.wide .upright { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 13rem; overflow-wrap: anywhere; white-space: normal; text-align: start; font-weight: 400; padding: .3rem .1rem; }
.wide .document { text-align: start; border-inline-start: 1px solid var(--line); }
.wide .first { border-inline-start: 1px solid var(--line); }
.cell { text-align: center; font-variant-numeric: tabular-nums; }
.cell a { color: inherit; text-decoration: none; display: block; padding: .1rem; border-radius: 3px; }
.cell a:hover { text-decoration: underline; }
.cell.fail { background: var(--mark); font-weight: 700; }
.cell.untested { font-weight: 700; }
.state { display: block; font-weight: 400; font-size: .78rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0 1.4rem; list-style: none; padding: 0; }
.cards { display: none; list-style: none; padding: 0; }
.cards li > ul { padding-inline-start: 1.1rem; }
.cards .card.conformant { border-inline-start-color: var(--pass); color: var(--ink); }
.cards .card.inconclusive { border-inline-start-color: var(--warn); color: var(--ink); }
svg.sign { display: inline-block; width: .75em; height: .8em; fill: none; stroke: currentColor; stroke-width: 1.6; }
.badge { display: block; height: 20px; }
@media (max-width: 48rem) {
  .sections-table { display: none; }
  .cards { display: block; }
  .wide tbody th { min-width: 7rem; max-width: 9rem; }
}
`;

/** Nothing is fetched but the badges beside it, and no script runs. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(fleetStyle).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The first page of a fleet's site: one HTML file with links into the folders of the runs. */
export function fleetSite(fleet: FleetReport): string {
  const { name, targets, tool, started_at: startedAt } = fleet;
  const document = html`<!doctype html>
    <html lang="en">
      ${head(name, { policy, style: fleetStyle })}
      <body>
        <a class="skip" href="#sections">Skip to the implementations</a>
        <header>
          <h1>${name}</h1>
          <p>${totals(fleet)}</p>
          <p class="soft">
            ${instant(startedAt)} UTC.
            ${fleet.interrupted && html`Interrupted: implementations without a new run show their last one. `}A
            cell leads to its section in the implementation's own page.
          </p>
        </header>
        <main>
          <section id="sections" aria-labelledby="sections-title">
            <h2 id="sections-title">Implementations by section</h2>
            <ul class="legend">
              ${legend.map(([sign, meaning]) => html`<li><b>${sign}</b> ${meaning}</li> `)}
            </ul>
            ${fleetTable(targets)} ${fleetCards(targets)}
          </section>
          <section id="history" aria-labelledby="history-title">
            <h2 id="history-title">History</h2>
            ${historyTable(targets)}
          </section>
        </main>
        <footer class="soft">
          <p>
            payproof ${tool.version}. The same as data: <a href="fleet.json">fleet.json</a>. A target's badge,
            as a picture and for shields.io, is in its folder in <code>badges</code>.
          </p>
        </footer>
      </body>
    </html> `;
  return document.text;
}

function totals({ targets }: FleetReport): Html {
  const of = (verdict: string) => targets.filter(({ run }) => run?.verdict === verdict).length;
  const late = targets.filter(({ trouble }) => trouble !== undefined).length;
  return html`<b>${pluralize(targets.length, 'implementation')}</b>: ${of('conformant')} conformant,
    ${of('nonconformant')} not conformant, ${of('inconclusive')}
    inconclusive${late > 0 && html`; ${late} without a new run`}.`;
}

/** The same as the table for a narrow screen: a card for each target, with what is wrong in it first. */
function fleetCards(targets: readonly FleetRow[]): Html {
  return html`<ul class="cards">
    ${targets.map(
      (target) =>
        html`<li class="card ${target.run?.verdict ?? 'inconclusive'}">
          <h3>${title(target)}</h3>
          ${target.run !== undefined && content(target.run)}
        </li> `,
    )}
  </ul>`;
}

function content(run: FleetRun): Html {
  const wrong = run.sections.filter(({ fail, warn, untested }) => fail + warn + untested > 0);
  const right = run.sections.filter((section) => !wrong.includes(section));
  return html`${wrong.length > 0 && list(run, wrong)}
    <details>
      <summary>${right.length} sections without a violation</summary>
      ${list(run, right)}
    </details>`;
}

function list({ dir }: FleetRun, sections: readonly FleetSection[]): Html {
  return html`<ul>
    ${sections.map((section) => {
      const { verdict, long } = cellWords(section);
      return html`<li><a class="${verdict}" href="${dir}/report.html#${section.anchor}">${long}</a></li> `;
    })}
  </ul>`;
}

/** Times that the site shows; `fleet.json` has more. */
const mostShown = 30;

/** The verdict of each target at each of the last times, the newest on the right. */
function historyTable(targets: readonly FleetRow[]): Html {
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
  const [sign, words] = pastSign(past);
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
