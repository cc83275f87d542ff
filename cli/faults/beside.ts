import { seededRandom } from '../../engine/seeded-random.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import type { Tried } from './try-faults.ts';

// Which rows fail beside the one that a fault breaks: rows of which the server breaks nothing, or that no reply can break alone.

/** So many of the faults, drawn from the seed, in the order of the list: the same ones for the same seed. */
export function drawnFaults(all: readonly Fault[], count: number, seed: number): readonly Fault[] {
  const random = seededRandom(seed);
  const left = [...all];
  const drawn = new Set<Fault>();
  while (drawn.size < count && left.length > 0)
    for (const fault of left.splice(random.nextInt(0, left.length - 1), 1)) drawn.add(fault);
  return all.filter((fault) => drawn.has(fault));
}

/** The lines below that of a fault: each row that failed beside the broken one, and the failure. */
export const besideLines = ({ result }: Tried): readonly string[] =>
  result.beside.map(
    ({ requirement, apart, summary }) => `  ${apart ? 'beside it' : 'with it'}: ${requirement}: ${summary}`,
  );

/** How many faults have rows that fail apart from the broken one, and how many rows fail with it in the same reply alone. */
export function besideSummary(tried: readonly Tried[]): string {
  const rows = tried.flatMap(({ result }) => result.beside);
  const having = (apart: boolean) =>
    tried.filter(({ result }) => result.beside.some((row) => row.apart === apart)).length;
  const count = (apart: boolean) => rows.filter((row) => row.apart === apart).length;
  return (
    `rows beside the broken one: ${having(true)} of ${tried.length} faults have ${count(true)} that fail apart from it, ` +
    `${having(false)} have ${count(false)} that fail only in replies that break it too`
  );
}

const heading = '## Rows that fail beside the broken one';

/** What the page of all faults says of a sample that was tried to the end: written by hand, so that it stays where the table is written anew. */
export function besideSection(page: string): string {
  const at = page.indexOf(heading);
  return at === -1 ? '' : `\n${page.slice(at)}`;
}
