import { instance } from '@viz-js/viz';
import { charWidth } from '../../timeline/layout.ts';
import type { Edge, MachineGraph, Stage } from './machine-graph.ts';

/** A stage as a box. */
export interface Box {
  readonly stage: Stage;
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An edge as a curve with an arrowhead. */
export interface Arrow {
  readonly edge: Edge;
  /** The `d` of an SVG path. */
  readonly path: string;
  readonly tip: readonly [number, number];
  /** Where the path ends and the arrowhead begins. */
  readonly neck: readonly [number, number];
  readonly label: readonly [number, number];
}

/** A machine with its stages and edges laid out. */
export interface Diagram {
  readonly machine: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** Of the text in a box. */
export const lineHeight = 14;
export const padding = 10;
/** Graphviz measures boxes in inches: units per inch. */
const inch = 72;

/** Lays out each machine with Graphviz. The same graphs give the same layout. */
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
      // Our own names, since a stage may be called anything.
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

/** The part of Graphviz's output that is read; lengths in points, from the lower left. */
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
      // `e,x,y` is the arrow's tip; then come a start and three points for each curve.
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

/** The label of an edge. */
export function labelOf({ operation, times }: Edge): string {
  return times === 0 ? `${operation} never` : `${operation} ${times}`;
}

function sizeOf({ name, lines }: Stage): { readonly width: number; readonly height: number } {
  const longest = Math.max(name.length, ...lines.map(({ text }) => text.length));
  return { width: longest * charWidth + 2 * padding, height: (lines.length + 1) * lineHeight + padding };
}
