import { instance } from '@viz-js/viz';
import { grouped } from '../../words/plain.ts';
import { charWidth, textWidth } from '../../timeline/letters.ts';
import type { Edge, MachineGraph, Stage } from './machine-graph.ts';

/** A stage as a box. */
export interface Box {
  /** Its name, in lines. */
  readonly lines: readonly string[];
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The edges of one kind between two stages as one curve with an arrowhead. */
export interface Arrow {
  readonly edges: readonly Edge[];
  /** The `d` of an SVG path. */
  readonly path: string;
  readonly tip: readonly [number, number];
  /** Where the path ends and the arrowhead begins. */
  readonly neck: readonly [number, number];
  readonly label: readonly [number, number];
}

/** A machine with its stages and edges laid out. */
export interface Diagram {
  readonly graph: MachineGraph;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** Of the text in a box. */
export const lineHeight = 14;
export const padding = 8;
/** Graphviz measures boxes in inches: units per inch. */
const inch = 72;
/** Of the size of its letters: what Graphviz gives to a character of Courier. */
const courierWidth = 0.6;
/** A name that is longer stands in two lines: the drawing is to fit a phone. */
const longestLine = 12;

/** Lays out each machine with Graphviz. The same graphs give the same layout. */
export async function diagramsOf(graphs: readonly MachineGraph[]): Promise<readonly Diagram[]> {
  if (graphs.length === 0) return [];
  const graphviz = await instance();
  return graphs.map((graph) => {
    const groups = arrowGroups(graph.edges);
    const sizes = graph.stages.map(sizeOf);
    const drawn = graphviz.renderJSON({
      directed: true,
      graphAttributes: { rankdir: 'TB', nodesep: 0.12, ranksep: 0.3 },
      nodeAttributes: { shape: 'box', fixedsize: true, label: '' },
      edgeAttributes: { fontname: 'Courier', fontsize: charWidth / courierWidth },
      // Our own names, since a stage may be called anything.
      nodes: graph.stages.map((_, index) => ({
        name: `n${index}`,
        attributes: { width: (sizes[index]?.width ?? 0) / inch, height: (sizes[index]?.height ?? 0) / inch },
      })),
      edges: groups.map((edges) => ({
        tail: `n${graph.stages.findIndex(({ name }) => name === edges[0]?.from)}`,
        head: `n${graph.stages.findIndex(({ name }) => name === edges[0]?.to)}`,
        // With space around, so that numbers beside each other stay two.
        attributes: { label: ` ${labelOf(edges)} ` },
      })),
    }) as Drawn;
    return placed(graph, groups, sizes, drawn);
  });
}

/** The part of Graphviz's output that is read; lengths in points, from the lower left. */
interface Drawn {
  readonly bb: string;
  readonly objects?: readonly { readonly pos: string }[];
  readonly edges?: readonly { readonly pos: string; readonly lp?: string }[];
}

type Size = Pick<Box, 'lines' | 'width' | 'height'>;

function placed(
  graph: MachineGraph,
  groups: readonly (readonly Edge[])[],
  sizes: readonly Size[],
  drawn: Drawn,
): Diagram {
  const [, , width = 0, height = 0] = numbers(drawn.bb);
  const point = (text: string): readonly [number, number] => {
    const [x = 0, y = 0] = numbers(text);
    return [x, height - y];
  };
  return {
    graph,
    width,
    height,
    boxes: sizes.map((size, index) => {
      const [x, y] = point(drawn.objects?.[index]?.pos ?? '0,0');
      return { x, y, ...size };
    }),
    arrows: groups.map((edges, index) => {
      const { pos = '', lp = '0,0' } = drawn.edges?.[index] ?? {};
      // `e,x,y` is the arrow's tip; then come a start and three points for each curve.
      const [end = '', ...points] = pos.split(' ');
      const [start = [0, 0], ...curve] = points.map(point);
      const path = `M${start.join(' ')}C${curve.map((one) => one.join(' ')).join(' ')}`;
      return {
        edges,
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

/** One arrow for all edges of a kind between two stages: the drawing stays readable, and the table names each. */
function arrowGroups(edges: readonly Edge[]): readonly (readonly Edge[])[] {
  return [...grouped(edges, ({ from, to, kind }) => JSON.stringify([from, to, kind])).values()];
}

const said = { taken: '', never: ' never', wrong: ' wrong' } as const;

/** The label of an arrow: the numbers of its edges, and in words what its colour says. */
export function labelOf(edges: readonly Edge[]): string {
  const kind = edges[0]?.kind ?? 'taken';
  return `${edges.map(({ number }) => number).join(' ')}${said[kind]}`;
}

function sizeOf({ name }: Stage): Size {
  const lines = inTwo(name);
  const longest = Math.max(...lines.map(textWidth));
  return { lines, width: longest + 2 * padding, height: lines.length * lineHeight + padding };
}

/** A text in two lines, broken at the space that is nearest to its middle. */
function inTwo(text: string): readonly string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const [at] = spaces.toSorted((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2));
  return text.length <= longestLine || at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
