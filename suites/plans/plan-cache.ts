import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import {
  emptyPlan,
  keptPlan,
  planFromKept,
  planKey,
  type KeptPlan,
  type Planner,
} from '../../engine/plan/kept-plan.ts';
import { plan, type Plan, type PlanOptions } from '../../engine/plan/plan.ts';
import type { Setup } from '../../models/setup.ts';
import { machineNamed } from '../explore/machines.ts';
import { codeDigest } from './code-digest.ts';

/** So many plans are kept, the latest: some six for each run with another seed or target. */
const mostKept = 100;

/** What a machine was made of: with the code, all that a plan depends on. */
export interface MachineSource {
  readonly name: string;
  readonly setup: Setup;
}

/**
 * Makes the plans of a machine, and keeps them in a folder. What is kept is found by a digest of the program's code, the machine's setup and the
 * options of the plan, so it is the plan that would be computed. A file that is damaged or can't be read or written makes no difference but
 * time. Without a folder nothing is kept. Throws an Error when there is no machine of that name.
 */
export function plannerOf(source: MachineSource, folder: string | undefined): (options: PlanOptions) => Plan {
  const { machine, plans } = keptBy(source, folder);
  return (options) => {
    const kept = plans?.read(options);
    if (kept !== undefined) return planFromKept(machine, options, kept);
    const made = plan(machine, options);
    plans?.write(options, keptPlan(made));
    return made;
  };
}

/** As `plannerOf`, but for what is not kept yet: `elsewhere` makes that, and keeps it. Where the run ends before, there is nothing to do. */
export function plannerBeside(
  source: MachineSource,
  folder: string | undefined,
  elsewhere: PlanElsewhere,
): Planner {
  const { machine, plans } = keptBy(source, folder);
  return async (options) =>
    planFromKept(
      machine,
      options,
      plans?.read(options) ?? (await elsewhere({ source, folder, options })) ?? emptyPlan,
    );
}

/** A plan to be made elsewhere. */
export interface PlanTask {
  readonly source: MachineSource;
  readonly folder: string | undefined;
  readonly options: PlanOptions;
}

/** Makes a plan in another thread; undefined where the run ends before. */
export type PlanElsewhere = (task: PlanTask) => Promise<KeptPlan | undefined>;

/** The plans of a machine that stand in the folder. */
function keptBy({ name, setup: given }: MachineSource, folder: string | undefined) {
  const setup = forPlanning(given);
  const machine = machineNamed(name, setup);
  if (machine === undefined) throw new Error(`there is no machine "${name}"`);
  if (folder === undefined) return { machine };
  const fileOf = (options: PlanOptions): string => join(folder, `${keyOf(name, setup, options)}.json`);
  const plans = {
    read: (options: PlanOptions): KeptPlan | undefined => read(fileOf(options)),
    write: (options: PlanOptions, kept: KeptPlan): void => write(folder, fileOf(options), kept),
  };
  return { machine, plans };
}

/** The target's clock is measured at each run and differs by some ms. Whether it is known matters to a plan, and not its value. */
function forPlanning(setup: Setup): Setup {
  return setup.skewMs === undefined ? setup : { ...setup, skewMs: 0 };
}

function keyOf(name: string, { means, ...setup }: Setup, options: PlanOptions): string {
  const source = [codeDigest(), name, [...means].toSorted(), setup, planKey(options)];
  return digestOf(JSON.stringify(source));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The first line is the digest of the rest: a file that was cut or changed is not used. */
function read(file: string): KeptPlan | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    return text.slice(0, end) === digestOf(body) ? (JSON.parse(body) as KeptPlan) : undefined;
  } catch {
    return undefined;
  }
}

/** Under another name first, so that nobody reads half of it. */
function write(folder: string, file: string, kept: KeptPlan): void {
  const body = JSON.stringify(kept);
  const unfinished = `${file}.${process.pid}-${threadId}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, `${digestOf(body)}\n${body}`);
    renameSync(unfinished, file);
    removeOldest(folder);
  } catch {
    // A full disk or a read-only folder costs the time of planning again, and nothing else.
    remove(unfinished);
  }
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= mostKept) return;
  const files = names.map((name) => join(folder, name)).map((file) => ({ file, at: statSync(file).mtimeMs }));
  const oldest = files.toSorted((one, other) => one.at - other.at).slice(0, names.length - mostKept);
  for (const { file } of oldest) remove(file);
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Another run may write or remove the same files, and the folder may be none.
  }
}
