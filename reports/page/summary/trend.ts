import type { Nightly } from '../../nightly/nightly-schema.ts';
import { html, type Html } from '../html.ts';

/** Most nights on the page; `nightly.json` has more. */
const mostNights = 10;

/** The last nights against the same target, the newest first; undefined where there is no night before this one. */
export function trend(night: Pick<Nightly, 'trend' | 'violations'> | undefined): Html | undefined {
  if (night === undefined || night.trend.length < 2) return undefined;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="The last nights">
    <table class="trend">
      <caption>
        The last nights, the newest first: ${night.violations.new.length} new,
        ${night.violations.again.length} again, ${night.violations.gone.length} gone
      </caption>
      <thead>
        <tr>
          <th scope="col">Night</th>
          <th scope="col" class="number">Passed</th>
          <th scope="col" class="number">Violations</th>
          <th scope="col" class="number">Requests</th>
          <th scope="col" class="number">Median</th>
          <th scope="col" class="number">Exit</th>
        </tr>
      </thead>
      <tbody>
        ${night.trend
          .slice(-mostNights)
          .toReversed()
          .map(
            (one) =>
              html`<tr>
                <th scope="row">${one.started_at.slice(0, 16).replace('T', ' ')}</th>
                <td class="number">${one.passed}</td>
                <td class="number ${one.violations > 0 && 'fail'}">${one.violations}</td>
                <td class="number">${one.requests}</td>
                <td class="number">${one.latency_ms === null ? '–' : `${one.latency_ms.median} ms`}</td>
                <td class="number">${one.exit}</td>
              </tr> `,
          )}
      </tbody>
    </table>
  </div>`;
}
