import { anchorOf } from '../anchor.ts';
import { html, type Html, type Part } from '../html.ts';
import { diagramFigure } from './diagram.ts';
import type { Diagram } from './diagram-layout.ts';
import type { Edge, MachineGraph, Stage, Stay } from './machine-graph.ts';

/** What was tried: each machine as a diagram, and beside it as a table of its states. */
export function coverageSection(diagrams: readonly Diagram[]): Html {
  return html`${diagrams.map(
    (diagram) =>
      html`<h3>${diagram.graph.machine}</h3>
        <div class="machine">${diagramFigure(diagram)} ${table(diagram.graph)}</div>`,
  )}`;
}

function table({ machine, stages, edges }: MachineGraph): Html {
  return html`<table class="states">
    <caption>
      States of ${machine}: what led elsewhere, and how often what did not was permitted and refused
    </caption>
    <thead>
      <tr>
        <th scope="col">State</th>
        <th scope="col">Led to</th>
        <th scope="col">Permitted</th>
        <th scope="col">Refused</th>
      </tr>
    </thead>
    <tbody>
      ${stages.map((stage) =>
        row(
          stage,
          edges.filter(({ from }) => from === stage.name),
        ),
      )}
    </tbody>
  </table>`;
}

function row({ name, stays, never }: Stage, edges: readonly Edge[]): Html {
  const of = (kind: Stay['kind']) => stays.filter((stay) => stay.kind === kind);
  return html`<tr>
    <th scope="row">${name}</th>
    <td data-label="led to">${edges.map(edgeText)}</td>
    <td data-label="permitted">
      ${listed(of('permitted'))}${
        never.length > 0 && html` <span class="verdict fail">never tried: ${never.join(', ')}</span>`
      }
    </td>
    <td data-label="refused">${listed(of('refused'))}</td>
  </tr> `;
}

function edgeText({ number, operation, to, from, times, kind, openPoints }: Edge): Html {
  const where = to === from ? '' : ` → ${to}`;
  if (kind === 'wrong')
    return html`<span class="edge-row fail"
      ><b>${number} wrong</b>: ${operation} ${times}×, the answer broke a
      rule${where !== '' && `; the nearest that is permitted leads to ${to}`}</span
    > `;
  if (kind === 'never')
    return html`<span class="edge-row warn"><b>${number} never</b>: ${operation}${where}</span> `;
  return html`<span class="edge-row"
    ><b>${number}</b> ${operation}${where} ${times}×${permitted(openPoints)}</span
  > `;
}

function listed(stays: readonly Stay[]): Part {
  return stays.map(
    ({ operation, kind, times, openPoints }, index) =>
      html`${index > 0 && ', '}${operation} ${times}×${kind === 'permitted' && permitted(openPoints)}`,
  );
}

/** The open points that permit what ordinarily does not happen. */
function permitted(openPoints: readonly string[]): Part {
  return (
    openPoints.length > 0 && [
      ' (open point: ',
      ...openPoints.map(
        (id, index) => html`${index > 0 && ', '}<a href="#${anchorOf('point', id)}"><code>${id}</code></a>`,
      ),
      ')',
    ]
  );
}
