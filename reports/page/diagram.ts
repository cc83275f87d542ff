import { instance } from '@viz-js/viz';
import { charWidth } from '../timeline/layout.ts';
import { html, type Html } from './html.ts';
import type { Edge, MachineGraph, Stage } from './machine-graph.ts';

interface Box {
  readonly stage: Stage;
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Arrow {
  readonly edge: Edge;
  /** What an SVG path takes. */
  readonly path: string;
  readonly tip: readonly [number, number];
  /** Where the path ends and the head begins. */
  readonly neck: readonly [number, number];
  readonly label: readonly [number, number];
}

/** A machine with its stages and edges placed. */
export interface Diagram {
  readonly machine: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

const lineHeight = 14;
const padding = 10;
/** Graphviz measures boxes in inches of so many units. */
const inch = 72;

/** Places each machine with Graphviz. The same graphs give the same places. */
export async function diagramsOf(graphs: readonly MachineGraph[]): Promise<readonly Diagram[]> {
  if (graphs.length === 0) return [];
  const graphviz = await instance();
  return graphs.map((graph) => {
    const sizes = graph.stages.map(sizeOf);
    const drawn = graphviz.renderJSON({
      directed: true,
      graphAttributes: { rankdir: 'TB', nodesep: 0.4, ranksep: 0.5 },
      nodeAttributes: { shape: 'box', fixedsize: true, label: '' },
      edgeAttributes: { fontname: 'Courier', fontsize: 11 },
      // Names of our own, since a stage may be called anything.
      nodes: graph.stages.map((_, index) => ({
        name: `n${index}`,
        attributes: { width: (sizes[index]?.width ?? 0) / inch, height: (sizes[index]?.height ?? 0) / inch },
      })),
      edges: graph.edges.map((edge) => ({
        tail: `n${graph.stages.findIndex(({ name }) => name === edge.from)}`,
        head: `n${graph.stages.findIndex(({ name }) => name === edge.to)}`,
        attributes: { label: labelOf(edge) },
      })),
    }) as Drawn;
    return placed(graph, sizes, drawn);
  });
}

/** What is read of Graphviz's answer; lengths in points, from the lower left. */
interface Drawn {
  readonly bb: string;
  readonly objects?: readonly { readonly pos: string }[];
  readonly edges?: readonly { readonly pos: string; readonly lp?: string }[];
}

function placed(
  { machine, stages, edges }: MachineGraph,
  sizes: readonly { readonly width: number; readonly height: number }[],
  drawn: Drawn,
): Diagram {
  const [, , width = 0, height = 0] = numbers(drawn.bb);
  const point = (text: string): readonly [number, number] => {
    const [x = 0, y = 0] = numbers(text);
    return [x, height - y];
  };
  return {
    machine,
    width,
    height,
    boxes: stages.map((stage, index) => {
      const [x, y] = point(drawn.objects?.[index]?.pos ?? '0,0');
      return { stage, x, y, ...(sizes[index] ?? { width: 0, height: 0 }) };
    }),
    arrows: edges.map((edge, index) => {
      const { pos = '', lp = '0,0' } = drawn.edges?.[index] ?? {};
      // `e,x,y` is the arrow's tip; the rest are a start and thrice as many points as there are curves.
      const [end = '', ...points] = pos.split(' ');
      const [start = [0, 0], ...curve] = points.map(point);
      const path = `M${start.join(' ')}C${curve.map((one) => one.join(' ')).join(' ')}`;
      return {
        edge,
        path,
        tip: point(end.replace(/^e,/, '')),
        neck: curve.at(-1) ?? start,
        label: point(lp),
      };
    }),
  };
}

function numbers(text: string): readonly number[] {
  return text.split(',').map(Number);
}

function labelOf({ operation, times }: Edge): string {
  return times === 0 ? `${operation} never` : `${operation} ${times}`;
}

function sizeOf({ name, lines }: Stage): { readonly width: number; readonly height: number } {
  const longest = Math.max(name.length, ...lines.map(({ text }) => text.length));
  return { width: longest * charWidth + 2 * padding, height: (lines.length + 1) * lineHeight + padding };
}

/** A machine as a picture: the more often an edge was taken, the thicker; what was never taken is red, broken, and says so. */
export function diagramFigure({ machine, width, height, boxes, arrows }: Diagram): Html {
  const title = `States of ${machine}`;
  const never = arrows.filter(({ edge }) => edge.times === 0).length;
  return html`<figure>
    <figcaption>
      ${title}, with how often each operation was taken${never > 0 ? `; ${never} never` : ''}
    </figcaption>
    <div class="scroll" role="region" tabindex="0" aria-label="${title}">
      <svg
        role="img"
        aria-label="${title}; the table below says the same"
        width="${Math.ceil(width) + 8}"
        height="${Math.ceil(height) + 8}"
        viewBox="-4 -4 ${Math.ceil(width) + 8} ${Math.ceil(height) + 8}"
      >
        ${arrows.map(arrow)}${boxes.map(box)}
      </svg>
    </div>
  </figure>`;
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
