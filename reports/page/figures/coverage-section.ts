import type { Transition, Transitions } from '../../journal/transitions.ts';
import { diagramFigure } from './diagram.ts';
import type { Diagram } from './diagram-layout.ts';
import { html, type Html } from '../html.ts';

/** What was tried: each machine as a diagram and as a table of its stages and operations. */
export function coverageSection(transitions: Transitions, diagrams: readonly Diagram[]): Html {
  return html`${diagrams.map(
    (diagram) =>
      html`<h3>${diagram.machine}</h3>
        ${diagramFigure(diagram)} ${table(diagram.machine, transitions)}`,
  )}`;
}

function table(machine: string, { taken, untried }: Transitions): Html {
  const ours = taken.filter((one) => one.machine === machine);
  const never = untried.filter((one) => one.machine === machine);
  const operations = [...new Set([...ours, ...never].map(({ operation }) => operation))].toSorted();
  const stages = [
    ...new Set([...ours.map((one) => one.stage), ...never.map(({ state }) => state)]),
  ].toSorted();
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Coverage of ${machine}">
    <table>
      <caption>
        By state and operation: how often it was permitted and refused; outcomes and their counts are in
        certificate.json
      </caption>
      <thead>
        <tr>
          <th scope="col">State</th>
          ${operations.map((operation) => html`<th scope="col" class="number">${operation}</th> `)}
        </tr>
      </thead>
      <tbody>
        ${stages.map(
          (stage) =>
            html`<tr>
              <th scope="row">${stage}</th>
              ${operations.map((operation) => {
                const here = ours.filter((one) => one.operation === operation && one.stage === stage);
                const missing = never.some((one) => one.operation === operation && one.state === stage);
                return cell(here, missing);
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function cell(here: readonly Transition[], missing: boolean): Html {
  if (missing) return html`<td class="number verdict fail">never tried</td> `;
  const sum = (refused: boolean) =>
    here.filter((one) => one.refused === refused).reduce((all, { times }) => all + times, 0);
  const [legal, refused] = [sum(false), sum(true)];
  if (legal + refused === 0) return html`<td class="number soft">–</td> `;
  return html`<td class="number">
    ${legal}${refused > 0 && html`<br /><span class="warn">${refused} refused</span>`}
  </td> `;
}
