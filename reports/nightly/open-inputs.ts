import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readBoundedJson } from '../../harness/files/bounded-json.ts';
import { openInputs, type NightEnd, type OpenInputs } from '../../harness/records/night-records.ts';
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
  const targets = Object.fromEntries([...kept, [target, open]]);
  await writeAtomically(join(dir, openInputsName), `${JSON.stringify({ schema: 1, targets })}\n`);
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
  const keyOf = ({ machine, operation }: Pick<InputCoverage, 'machine' | 'operation'>) =>
    JSON.stringify([machine, operation]);
  const known = new Map(before.operations.map((one) => [keyOf(one), one]));
  for (const { machine, operation, classes } of tonight) {
    const earlier = known.get(keyOf({ machine, operation }));
    const left = earlier && new Set(earlier.missing);
    const missing = classes.missing.filter((kind) => left?.has(kind) !== false);
    // A night may meet classes that were not found offline: those that it did not meet count all the same.
    const of = Math.max(classes.of, earlier?.of ?? 0);
    known.set(keyOf({ machine, operation }), { machine, operation, of, missing });
  }
  return { ...before, nights: before.nights + 1, operations: [...known.values()] };
}

/** How many classes there are, and how many the nights of a round have tried. */
export function triedOverNights({ operations }: OpenInputs): {
  readonly covered: number;
  readonly of: number;
} {
  const of = operations.reduce((sum, one) => sum + one.of, 0);
  return { covered: of - operations.reduce((sum, { missing }) => sum + missing.length, 0), of };
}

/**
 * What the next night begins with. A new round begins once all was tried, or where a night that had its whole time has tried nothing new of what is
 * left: this target does not come to it.
 */
export function nextOpen(before: OpenInputs, after: OpenInputs, end: NightEnd | undefined): OpenInputs {
  const { covered, of } = triedOverNights(after);
  const isWhole = end?.planned === true && ['time', 'requests', 'nothing to explore'].includes(end.why);
  const isBarren = isWhole && before.nights > 0 && covered <= triedOverNights(before).covered;
  const isOver = of > 0 && (covered === of || isBarren);
  return isOver ? { tables: after.tables, round: after.round + 1, nights: 0, operations: [] } : after;
}
