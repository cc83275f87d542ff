import type { Nightly } from '../../nightly/nightly-schema.ts';
import { html, type Html } from '../html.ts';

type Figures = Nightly['trend'][number];

const ends: Readonly<Record<number, string>> = {
  0: 'no alarm',
  1: 'alarm',
  3: 'inconclusive',
  130: 'interrupted',
};

/** The requirements with evidence, of those that could be reached, in per cent; null where that is not known. */
export function coverageOf({ tested, reachable }: Figures): number | null {
  if (typeof tested !== 'number' || typeof reachable !== 'number' || reachable === 0) return null;
  return Math.floor((tested / reachable) * 100);
}

/** Nights that are drawn and listed. */
export const mostNights = 30;

/** The last nights, the oldest first. */
export function lastNights(trend: readonly Figures[]): readonly Figures[] {
  return trend.slice(-mostNights);
}

/** The last nights as a table, the newest first. */
export function nightsTable(trend: readonly Figures[]): Html {
  const nights = lastNights(trend);
  return html`<details>
    <summary>The last nights as a table</summary>
    <div class="scroll" role="region" tabindex="0" aria-label="The last nights">
      <table class="trend">
        <caption>
          The last nights, the newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Night</th>
            <th scope="col">Ended</th>
            <th scope="col" class="number">Violations</th>
            <th scope="col" class="number">Requests</th>
            <th scope="col" class="number">Median</th>
            <th scope="col" class="number">95 %</th>
            <th scope="col" class="number">Passed</th>
            <th scope="col" class="number">Coverage</th>
          </tr>
        </thead>
        <tbody>
          ${nights.toReversed().map(row)}
        </tbody>
      </table>
    </div>
  </details>`;
}

function row(night: Figures): Html {
  const { started_at: started, exit, violations, latency_ms: latency } = night;
  return html`<tr>
    <th scope="row">${started.slice(0, 16).replace('T', ' ')}</th>
    <td>${exit === null ? '–' : (ends[exit] ?? exit)}</td>
    <td class="number ${(violations ?? 0) > 0 && 'fail'}">${shown(violations)}</td>
    <td class="number">${shown(night.requests)}</td>
    <td class="number">${shown(latency?.median ?? null, ' ms')}</td>
    <td class="number">${shown(latency?.p95 ?? null, ' ms')}</td>
    <td class="number">${shown(night.passed)}</td>
    <td class="number">${shown(coverageOf(night), ' %')}</td>
  </tr> `;
}

function shown(figure: number | null, unit = ''): string {
  return figure === null ? '–' : `${figure}${unit}`;
}
