import { createHash } from 'node:crypto';
import { counted } from '../words/counted.ts';
import { head } from '../page/head.ts';
import { html, type Html } from '../page/html.ts';
import { fleetCards } from './fleet-cards.ts';
import { historyTable } from './fleet-history.ts';
import type { FleetReport } from './fleet-schema.ts';
import { fleetStyle } from './fleet-style.ts';
import { fleetTable } from './fleet-table.ts';
import { instant, legend } from './fleet-words.ts';

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
  return html`<b>${counted(targets.length, 'implementation')}</b>: ${of('conformant')} conformant,
    ${of('nonconformant')} not conformant, ${of('inconclusive')}
    inconclusive${late > 0 && html`; ${late} without a new run`}.`;
}
