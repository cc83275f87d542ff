import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readBoundedJson } from '../../harness/files/bounded-json.ts';
import {
  openInputs,
  type LeftOver,
  type NightEnd,
  type OpenInputs,
} from '../../harness/records/night-records.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import type { InputCoverage } from '../journal/inputs.ts';

/** The file beside the history that says what the nights have not tried of the inputs of each target. */
export const openInputsName = 'open-inputs.json';

const schema = z.object({ schema: z.literal(1), targets: z.record(z.string(), openInputs) });
const bounds = { what: 'what nights have left over', mostBytes: 8 * 1024 * 1024, mostLevels: 8 };
/** The targets that were noted last stay. */
const mostTargets = 100;

type Targets = z.infer<typeof schema>['targets'];

/**
 * What nights have left over of a target, by the file of a folder. Without the file, or where it is of another version of the classes or of
 * other settings, all is open; `afresh` says why where something was known. No file may stop a night.
 */
export function readOpenInputs(
  dir: string,
  target: string,
  tables: string,
): { readonly open: OpenInputs; readonly afresh?: string } {
  const { targets, wrong } = targetsIn(dir);
  const known = Object.hasOwn(targets, target) ? targets[target] : undefined;
  const fresh = { tables, round: 1, nights: 0, operations: [] };
  if (wrong !== undefined) return { open: fresh, afresh: wrong };
  if (known === undefined) return { open: fresh };
  if (known.tables === tables) return { open: known };
  return {
    open: fresh,
    afresh: `the classes of inputs or the settings of ${target} are others than those of the nights before`,
  };
}

/** Notes what is left over of a target after a night. Throws an Error where the file can't be written. */
export async function writeOpenInputs(dir: string, target: string, open: OpenInputs): Promise<void> {
  const { [target]: _, ...others } = targetsIn(dir).targets;
  const kept = Object.entries(others).slice(1 - mostTargets);
  const textOf = (all: typeof kept): string =>
    `${JSON.stringify({ schema: 1, targets: Object.fromEntries([...all, [target, open]]) })}\n`;
  // What is too large to be read again would be of no use to any target.
  let text = textOf(kept);
  for (; kept.length > 0 && Buffer.byteLength(text) > bounds.mostBytes; text = textOf(kept)) kept.shift();
  await writeAtomically(join(dir, openInputsName), text);
}

function targetsIn(dir: string): { readonly targets: Targets; readonly wrong?: string } {
  const file = join(dir, openInputsName);
  try {
    const read = schema.safeParse(readBoundedJson(file, bounds));
    if (read.success) return { targets: read.data.targets };
    return { targets: {}, wrong: `${file} is damaged or of another version` };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return existsSync(file) ? { targets: {}, wrong: error.message } : { targets: {} };
  }
}

/** What is left over of the inputs behind a night: what neither it nor those before it in the round have tried. */
export function openAfter(before: OpenInputs, tonight: readonly InputCoverage[]): OpenInputs {
  const classes = tonight.map(({ machine, operation, classes: of }) => ({ machine, operation, ...of }));
  const two = leftAfter(before.windows?.two ?? [], windowsOf(tonight, 'two'));
  const three = leftAfter(before.windows?.three ?? [], windowsOf(tonight, 'three'));
  return {
    ...before,
    nights: before.nights + 1,
    operations: leftAfter(before.operations, classes),
    ...(two.length + three.length > 0 && { windows: { two, three } }),
  };
}

/** The windows of a night, where it is known which are feasible. */
function windowsOf(tonight: readonly InputCoverage[], length: 'two' | 'three'): LeftOver {
  return tonight.flatMap(({ machine, operation, windows }) => {
    const { of = 0, missing = [] } = windows?.[length] ?? {};
    return of > 0 ? [{ machine, operation, of, missing }] : [];
  });
}

function leftAfter(before: LeftOver, tonight: LeftOver): LeftOver {
  const keyOf = ({ machine, operation }: LeftOver[number]) => JSON.stringify([machine, operation]);
  const known = new Map(before.map((one) => [keyOf(one), one]));
  for (const { machine, operation, of, missing } of tonight) {
    const key = keyOf({ machine, operation, of, missing });
    const earlier = known.get(key);
    const left = earlier && new Set(earlier.missing);
    // A night may meet classes that were not found offline: those that it did not meet count all the same.
    const most = Math.max(of, earlier?.of ?? 0);
    known.set(key, {
      machine,
      operation,
      of: most,
      missing: missing.filter((one) => left?.has(one) !== false),
    });
  }
  return [...known.values()];
}

/** How many there are, and how many the nights of a round have tried. */
export function triedOverNights({ operations }: { readonly operations: LeftOver }): {
  readonly covered: number;
  readonly of: number;
} {
  const of = operations.reduce((sum, one) => sum + one.of, 0);
  return { covered: of - operations.reduce((sum, { missing }) => sum + missing.length, 0), of };
}

/**
 * What the next night begins with. A new round begins once all was tried, or where a night that had its whole time has tried nothing new of what is
 * left: this target does not come to it. So do the windows, by themselves, since they are many more.
 */
export function nextOpen(before: OpenInputs, after: OpenInputs, end: NightEnd | undefined): OpenInputs {
  const isWhole = end?.planned === true && ['time', 'requests', 'nothing to explore'].includes(end.why);
  const isOver = (was: LeftOver, is: LeftOver): boolean => {
    const { covered, of } = triedOverNights({ operations: is });
    const isBarren = isWhole && was.length > 0 && covered <= triedOverNights({ operations: was }).covered;
    return of > 0 && (covered === of || isBarren);
  };
  const { windows, ...classes } = after;
  const isRoundOver = isOver(before.operations, after.operations);
  return {
    ...classes,
    ...(isRoundOver && { round: after.round + 1, nights: 0, operations: [] }),
    ...(windows && !isOver(allOf(before.windows), allOf(windows)) && { windows }),
  };
}

const allOf = ({ two, three }: OpenInputs['windows'] = { two: [], three: [] }): LeftOver => [
  ...two,
  ...three,
];
