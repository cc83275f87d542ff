import { html, type Html } from '../page/html.ts';
import type { FleetRow, FleetRun, FleetSection } from './fleet-schema.ts';
import { cellWords } from './fleet-words.ts';
import { title } from './fleet-table.ts';

/** The same as the table for a narrow screen: a card for each target, with what is wrong in it first. */
export function fleetCards(targets: readonly FleetRow[]): Html {
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
