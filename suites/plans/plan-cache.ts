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
import type { MachineRecord } from '../../harness/records/machine-record.ts';
import { transitionsOf } from '../../engine/walk/transitions.ts';
import { codeDigest } from './code-digest.ts';
import { keptFile, type KeptFile } from './kept-files.ts';

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

/** The transitions of a machine, for reports; kept as its plans are. */
export function transitionsKept(source: MachineSource, folder: string | undefined): MachineRecord {
  const { machine, transitions } = keptBy(source, folder);
  const kept = transitions?.read();
  if (kept !== undefined) return kept;
  const made = { k: 'machine', name: machine.name, transitions: transitionsOf(machine) } as const;
  transitions?.write(made);
  return made;
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
    transitions: keptFile<MachineRecord>(folder, [...source, 'transitions']),
  };
}

/** The target's clock is measured at each run and differs by some ms. Whether it is known matters to a plan, and not its value. */
function forPlanning(setup: Setup): Setup {
  return setup.skewMs === undefined ? setup : { ...setup, skewMs: 0 };
}
