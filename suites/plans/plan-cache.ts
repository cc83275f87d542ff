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
import type { MachineRecord } from '../../harness/records/suite-record.ts';
import { inputsOf } from '../../engine/walk/inputs.ts';
import { feasibleWindows } from '../../engine/walk/feasible-windows.ts';
import { namesOf, type WindowNames } from '../../engine/walk/windows.ts';
import { transitionsOf } from '../../engine/walk/transitions.ts';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../../harness/files/version.ts';
import { threadId } from 'node:worker_threads';
import envPaths from 'env-paths';
import findCacheDirectory from 'find-cache-directory';

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
    const file = plans?.(options);
    const kept = file?.read();
    if (kept !== undefined) return planFromKept(machine, options, kept);
    const made = plan(machine, options);
    file?.write(keptPlan(made));
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
      plans?.(options).read() ?? (await elsewhere({ source, folder, options })) ?? emptyPlan,
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

/** The transitions and inputs of a machine, for reports; kept as its plans are. */
export function machineRecordOf(source: MachineSource, folder: string | undefined): MachineRecord {
  const { machine, record } = keptBy(source, folder);
  const kept = record?.read();
  if (kept !== undefined) return kept;
  const made: MachineRecord = {
    k: 'machine',
    name: machine.name,
    transitions: transitionsOf(machine),
    inputs: inputsOf(machine),
  };
  record?.write(made);
  return made;
}

/** The names of a machine's feasible windows; kept as its plans are, since finding them takes seconds. */
export function feasibleNamesOf(source: MachineSource, folder: string | undefined): WindowNames {
  const { machine, windows } = keptBy(source, folder);
  const kept = windows?.read();
  if (kept !== undefined) return kept;
  const made = namesOf(feasibleWindows(machine));
  windows?.write(made);
  return made;
}

/** A digest of all that the inputs of a target's machines depend on: the program's code and the target's setup. */
export function digestOfInputs(setup: Setup): string {
  const { means, ...rest } = forPlanning(setup);
  return hashOf(JSON.stringify([codeDigest(), [...means].toSorted(), rest]));
}

/** A machine, and what is kept of it in the folder. */
function keptBy({ name, setup: given }: MachineSource, folder: string | undefined) {
  const setup = forPlanning(given);
  const machine = machineNamed(name, setup);
  if (machine === undefined) throw new Error(`there is no machine "${name}"`);
  if (folder === undefined) return { machine };
  const { means, ...rest } = setup;
  const source = [codeDigest(), name, [...means].toSorted(), rest];
  return {
    machine,
    plans: (options: PlanOptions): KeptFile<KeptPlan> => keptFile(folder, [...source, planKey(options)]),
    record: keptFile<MachineRecord>(folder, [...source, 'record']),
    windows: keptFile<WindowNames>(folder, [...source, 'windows']),
  };
}

/** The target's clock is measured at each run and differs by some ms. Whether it is known matters to a plan, and not its value. */
function forPlanning(setup: Setup): Setup {
  return setup.skewMs === undefined ? setup : { ...setup, skewMs: 0 };
}

/** Where the code stands that a plan depends on, with the versions of the libraries that draw data. */
const folders = ['engine', 'generators', 'models', 'spec'];
const manifest = 'package.json';
/** What was built and of which sources: a package holds no others. */
const built = 'dist/built.json';

let digest: string | undefined;

/** A digest of the code that makes plans, and of the Node that runs it. Read once: code does not change while it runs. */
function codeDigest(): string {
  digest ??= digestOf(packageRoot);
  return digest;
}

/** The same for the code below a folder: its sources in a clone, and the record of its build in a package. Throws an Error where there is neither. */
export function digestOf(root: string): string {
  const hash = createHash('sha256').update(process.version);
  const isPackage = folders.some((folder) => !existsSync(join(root, folder)));
  const code = isPackage ? [built] : folders.flatMap((folder) => sourcesIn(root, folder));
  for (const file of [manifest, ...code]) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function sourcesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .toSorted();
}

/** So many files are kept, the latest: some twelve for each run with another seed or target. */
const mostKept = 200;

/** A value that is kept in a folder. A file that is damaged or can't be read or written makes no difference but time. */
interface KeptFile<T> {
  read(): T | undefined;
  write(value: T): void;
}

/** The file of what is made of `source`, which must be all that it depends on, the program's code included. */
function keptFile<T>(folder: string, source: unknown): KeptFile<T> {
  const file = join(folder, `${hashOf(JSON.stringify(source))}.json`);
  return { read: () => read(file) as T | undefined, write: (value) => write(folder, file, value) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The first line is the digest of the rest: a file that was cut or changed is not used. */
function read(file: string): unknown {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    return text.slice(0, end) === hashOf(body) ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Under another name first, so that no other process reads half of it. */
function write(folder: string, file: string, value: unknown): void {
  const body = JSON.stringify(value);
  const unfinished = `${file}.${process.pid}-${threadId}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, `${hashOf(body)}\n${body}`);
    renameSync(unfinished, file);
    removeOldest(folder);
  } catch {
    // A full disk or a read-only folder costs the time of making it again, and nothing else.
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

const name = 'payproof';

/**
 * Where plans are kept: the folder that PAYPROOF_CACHE names, that of the package in whose folder the command is given
 * (`node_modules/.cache/payproof`), or the user's own. Undefined where PAYPROOF_CACHE is `off`.
 */
export function cacheFolder(): string | undefined {
  const { PAYPROOF_CACHE: asked } = process.env;
  if (asked === 'off') return undefined;
  // An empty value is what a shell leaves of a variable that is not set.
  return join(asked || (findCacheDirectory({ name }) ?? envPaths(name, { suffix: '' }).cache), 'plans');
}
