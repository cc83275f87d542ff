import { type Arrow, type Box, type Diagram, labelOf, lineHeight, padding } from './diagram-layout.ts';
import { figure } from './figure.ts';
import { html, type Html } from '../html.ts';

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
