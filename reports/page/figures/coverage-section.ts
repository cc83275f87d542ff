import { inTotal, type InputCoverage, type Counted } from '../../journal/inputs.ts';
import type { StageCoverage } from '../../journal/stages.ts';
import { stagesText } from '../../words/stages-text.ts';
import { anchorOf, html, type Html, type Part } from '../html.ts';
import { type Diagram, type Arrow, type Box, labelOf, lineHeight, padding } from './diagram-layout.ts';
import type { Edge, MachineGraph, Stage, Stay } from './machine-graph.ts';
import { figure } from './figure.ts';

/** What was tried: each machine as a diagram, beside it as a table of its states, and below what of its inputs. */
export function coverageSection(
  diagrams: readonly Diagram[],
  inputs: readonly InputCoverage[] = [],
  stages: readonly StageCoverage[] = [],
): Html {
  return html`${diagrams.map(
    (diagram) =>
      html`<h3>${diagram.graph.machine}</h3>
        <div class="machine">${diagramFigure(diagram)} ${table(diagram.graph)}</div>`,
  )}${
    stages.length > 0 &&
    html`<h3>Stages</h3>
      <ul>
        ${stages.map((one) => html`<li>${stagesText(one)}</li>`)}
      </ul>`
  }${inputs.length > 0 && inputsTable(inputs)}`;
}

function inputsTable(inputs: readonly InputCoverage[]): Html {
  return html`<h3>Inputs</h3>
    <table class="inputs">
      <caption>
        What of the inputs of each operation was tried: its classes of data and forms of requests, the pairs
        of classes that one request combines, and the windows that it completes, which are two or three
        accepted changes of one entity that follow one another
      </caption>
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Classes</th>
          <th scope="col">Pairs</th>
          <th scope="col">Windows of two</th>
          <th scope="col">Windows of three</th>
          <th scope="col">Not tried</th>
        </tr>
      </thead>
      <tbody>
        ${inputs.map(inputsRow)} ${totalRow(inputs)}
      </tbody>
    </table>`;
}

function inputsRow({ machine, operation, classes, pairs, windows }: InputCoverage): Html {
  const left = classes.missing.slice(0, mostNamed);
  const more = classes.missing.length - left.length;
  const impossible = pairs?.impossible ?? [];
  return html`<tr>
    <th scope="row">${machine}, ${operation}</th>
    <td data-label="classes">${shareText(classes)}</td>
    <td data-label="pairs">
      ${
        pairs !== undefined &&
        html`${shareText(pairs)}${impossible.map((one) => html`; impossible: ${one.pairs}, since ${one.reason}`)}`
      }
    </td>
    <td data-label="windows of two">${windows && shareText(windows.two)}</td>
    <td data-label="windows of three">${windows && shareText(windows.three)}</td>
    <td data-label="not tried">${left.join(', ')}${more > 0 && ` and ${more} more`}</td>
  </tr> `;
}

function totalRow(inputs: readonly InputCoverage[]): Html {
  const all = (of: (one: InputCoverage) => Counted | undefined): string =>
    shareText(inTotal(inputs.flatMap((one) => of(one) ?? [])));
  return html`<tr>
    <th scope="row">All</th>
    <td data-label="classes">${all(({ classes }) => classes)}</td>
    <td data-label="pairs">${all(({ pairs }) => pairs)}</td>
    <td data-label="windows of two">${all(({ windows }) => windows?.two)}</td>
    <td data-label="windows of three">${all(({ windows }) => windows?.three)}</td>
    <td data-label="not tried"></td>
  </tr> `;
}

const shareText = ({ covered, of }: Counted): string => `${covered} of ${of ?? 'an unknown number'}`;

/** Classes that a page names of an operation; the certificate names all. */
const mostNamed = 8;

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

/** A machine as a diagram: edges that were taken more often are thicker, those never taken are dashed, those that were wrong are red; both say so. */
export function diagramFigure({ graph, width, height, boxes, arrows }: Diagram): Html {
  const title = `States of ${graph.machine}`;
  const of = (kind: string): number => graph.edges.filter((edge) => edge.kind === kind).length;
  const [never, wrong] = [of('never'), of('wrong')];
  const noted = [...(wrong > 0 ? [`${wrong} wrong`] : []), ...(never > 0 ? [`${never} never taken`] : [])];
  return figure(
    {
      title,
      caption: `${title}; the numbers are those of the table${noted.map((one) => `; ${one}`).join('')}`,
      same: 'the table beside it says the same',
      width,
      height,
      margin: 4,
      fits: true,
    },
    [...arrows.map(arrow), ...boxes.map(box)],
  );
}

function arrow({ edges, path, tip, neck, label }: Arrow): Html {
  const kind = edges[0]?.kind ?? 'taken';
  const times = edges.reduce((sum, edge) => sum + edge.times, 0);
  const thickness = times === 0 ? 1.5 : 1 + Math.log10(times);
  return html`<path class="edge ${kind}" d="${path}" stroke-width="${thickness.toFixed(1)}" /><path
      class="head ${kind}"
      d="${head(neck, tip)}"
    /><text class="label ${kind}" x="${label[0]}" y="${label[1] + 4}" text-anchor="middle"
      >${labelOf(edges)}</text
    >`;
}

/** A triangle from the end of a line to its tip. */
function head([x, y]: readonly [number, number], [tipX, tipY]: readonly [number, number]): string {
  const half = 0.4;
  const [dx, dy] = [tipX - x, tipY - y];
  const corner = (side: number) =>
    `${(x - side * dy * half).toFixed(1)} ${(y + side * dx * half).toFixed(1)}`;
  return `M${tipX} ${tipY}L${corner(1)} ${corner(-1)}Z`;
}

function box({ lines, x, y, width, height }: Box): Html {
  const top = y - height / 2;
  return html`<rect
      class="node"
      x="${x - width / 2}"
      y="${top}"
      width="${width}"
      height="${height}"
      rx="6"
    />${lines.map(
      (text, index) =>
        html`<text class="name" x="${x}" y="${top + padding + 6 + index * lineHeight}" text-anchor="middle"
          >${text}</text
        >`,
    )}`;
}
