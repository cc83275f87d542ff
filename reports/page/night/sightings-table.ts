import type { Nightly } from '../../nightly/nightly-schema.ts';
import { html, type Html } from '../html.ts';

type Sightings = NonNullable<Nightly['sightings']>;

/** Requirements that are shown; `nightly.json` has them all. */
const mostShown = 40;

const words = { seen: 'seen', flaky: 'seen, flaky', held: 'held', untried: 'not tried' } as const;
const marks = { seen: 'fail', flaky: 'warn', held: 'pass', untried: 'not_applicable' } as const;

/** When each violation was first and last seen, in how many nights, and how often it did not happen each time; undefined where none ever was. */
export function sightingsTable(sightings: Sightings, link: (id: string) => Html): Html | undefined {
  if (sightings.length === 0) return undefined;
  const more = sightings.length - mostShown;
  return html`<h3>Violations of all nights</h3>
    <p class="soft">
      Flake rate: of the nights that tested it, from the first to the last that saw it, the share in which it
      did not happen each time${more > 0 && `. ${more} more stand in nightly.json`}.
    </p>
    <div class="scroll" role="region" tabindex="0" aria-label="Violations of all nights">
      <table class="sightings">
        <caption>
          When each violation was seen, the newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            <th scope="col">First seen</th>
            <th scope="col">Last seen</th>
            <th scope="col" class="number">Nights</th>
            <th scope="col" class="number">Flake rate</th>
            <th scope="col">This night</th>
          </tr>
        </thead>
        <tbody>
          ${sightings.slice(0, mostShown).map(
            ({ requirement, first_seen: first, last_seen: last, nights, tried, flake_rate: rate, tonight }) =>
              html`<tr>
                <th scope="row">${link(requirement)}</th>
                <td data-label="first seen">${first.slice(0, 10)}</td>
                <td data-label="last seen">${last.slice(0, 10)}</td>
                <td class="number" data-label="nights">${nights} of ${tried}</td>
                <td class="number" data-label="flake rate">${Math.round(rate * 100)} %</td>
                <td class="verdict ${marks[tonight]}" data-label="this night">${words[tonight]}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
}
