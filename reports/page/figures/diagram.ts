import { type Arrow, type Box, type Diagram, labelOf, lineHeight, padding } from './diagram-layout.ts';
import { figure } from './figure.ts';
import { html, type Html } from '../html.ts';

/** A machine as a diagram: edges that were taken more often are thicker; those never taken are red, dashed, and labelled never. */
export function diagramFigure({ machine, width, height, boxes, arrows }: Diagram): Html {
  const title = `States of ${machine}`;
  const never = arrows.filter(({ edge }) => edge.times === 0).length;
  return figure(
    {
      title,
      caption: `${title}, with how often each operation was taken${never > 0 ? `; ${never} never` : ''}`,
      same: 'the table below says the same',
      width,
      height,
      margin: 4,
    },
    [...arrows.map(arrow), ...boxes.map(box)],
  );
}

function arrow({ edge, path, tip, neck, label }: Arrow): Html {
  const kind = edge.times === 0 && ' never';
  const thickness = edge.times === 0 ? 1.5 : 1 + Math.log10(edge.times);
  return html`<path class="edge${kind}" d="${path}" stroke-width="${thickness.toFixed(1)}" /><path
      class="head${kind}"
      d="${head(neck, tip)}"
    /><text class="label${kind}" x="${label[0]}" y="${label[1] + 4}" text-anchor="middle"
      >${labelOf(edge)}</text
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

function box({ stage, x, y, width, height }: Box): Html {
  const left = x - width / 2;
  const top = y - height / 2;
  const lines = [{ text: stage.name, kind: 'name' }, ...stage.lines];
  return html`<rect
      class="node"
      x="${left}"
      y="${top}"
      width="${width}"
      height="${height}"
      rx="6"
    />${lines.map(
      ({ text, kind }, index) =>
        html`<text class="${kind}" x="${left + padding}" y="${top + padding + 7 + index * lineHeight}"
          >${text}</text
        >`,
    )}`;
}
