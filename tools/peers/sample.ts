import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../harness/files/version.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { allRequirements } from '../../spec/register.ts';
import type { Means } from '../../spec/requirement.ts';
import { ownOperations } from '../../suites/explore/machines.ts';

/** The suites that judge replies alone: plain commands can't test what needs notifications or a clock that moves. */
export const suiteOf = {
  legacy: 'legacy/lifecycle',
  'resource-payments': 'resource/payments',
  'resource-tokens': 'resource/tokens',
} as const;
export type MachineName = keyof typeof suiteOf;

/** Classes by the requests of the smallest sequence that shows a fault; engines differ most in deep ones. */
export const depths = {
  shallow: { least: 1, most: 2 },
  middle: { least: 3, most: 4 },
  deep: { least: 5, most: Infinity },
} as const;
export type Depth = keyof typeof depths;
export const depthNames = Object.keys(depths) as readonly Depth[];

/** A fault that replies show, and the machine that judges them. */
export interface Sampled {
  readonly fault: Fault;
  readonly machine: MachineName;
  readonly depth: Depth;
  /** The fewest requests that can expose it, where that is known. */
  readonly least: Least | undefined;
}

/** The fewest requests that can expose a fault; inexact where no shorter sequence does, but none of that length was found. */
export interface Least {
  readonly steps: number;
  readonly exact: boolean;
}

const beyondReplies: ReadonlySet<Means> = new Set(['webhooks', 'clock.advance', 'consumers.status']);

/** All faults that replies to requests one after another show, in the order of the register. */
export function comparable(): readonly Sampled[] {
  const known = keptSearch();
  return faults.flatMap((fault) => {
    const machine = machineOf(fault);
    const { steps = 0, least } = known.get(fault.id) ?? {};
    if (machine === undefined || fault.concurrent === true) return [];
    const depth = depthNames.find((name) => steps >= depths[name].least && steps <= depths[name].most);
    return depth === undefined ? [] : [{ fault, machine, depth, least }];
  });
}

/** So many of each class, evenly spread over the register. */
export function sample(from: readonly Sampled[], perClass: number): readonly Sampled[] {
  return depthNames.flatMap((name) =>
    evenly(
      from.filter(({ depth }) => depth === name),
      perClass,
    ),
  );
}

/** So many of a list at most, evenly spread over it. */
export function evenly<T>(all: readonly T[], most: number): readonly T[] {
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / count)]).filter(
    (one): one is T => one !== undefined,
  );
}

/** The machine whose replies show a fault; undefined where it takes more than replies. */
function machineOf({ requirement }: Fault): MachineName | undefined {
  const row = allRequirements.find(({ id }) => id === requirement);
  if (row === undefined || row.needs?.some((need) => beyondReplies.has(need))) return undefined;
  const names: readonly MachineName[] =
    row.document === 'legacy' ? ['legacy'] : ['resource-payments', 'resource-tokens'];
  return names.find((name) => ownOperations[name]?.includes(row.operation));
}

/** By fault what `tools/minimal.md` keeps: the requests of the smallest sequence that showed it, and the least. */
function keptSearch(): ReadonlyMap<string, { readonly steps: number; readonly least: Least | undefined }> {
  const [head = [], ...rows] = readFileSync(join(packageRoot, 'tools/minimal.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const [id, steps, least] = [head.indexOf('fault'), head.indexOf('steps'), head.indexOf('least')];
  return new Map(
    rows.map((row) => [row[id] ?? '', { steps: Number(row[steps]), least: leastOf(row[least] ?? '') }]),
  );
}

/** Reads `2` and `>=2`; a dash is none. */
function leastOf(cell: string): Least | undefined {
  const [, bound, digits] = /^(>=)?(\d+)$/.exec(cell) ?? [];
  return digits === undefined ? undefined : { steps: Number(digits), exact: bound === undefined };
}
