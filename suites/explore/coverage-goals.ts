import type { Goal } from '../../engine/goals.ts';
import { kindName } from '../../engine/operations.ts';
import type { OperationInputs } from '../../engine/walk/inputs.ts';
import { noWindows, type WindowNames, type Windows } from '../../engine/walk/windows.ts';
import type { OpenInputs } from '../../harness/records/night-records.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { isRowSelected } from '../../harness/means/selection.ts';
import { allRequirements } from '../../spec/register.ts';
import type { Means } from '../../spec/requirement.ts';
import { evidenceName, type MachineRun, seedOf } from './machine-run.ts';
import type { Session } from '../run/session.ts';
import { firstPlanOf, type CoverageGoals } from '../../engine/plan/evidence.ts';
import type { Plan } from '../../engine/plan/plan.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import { plannerOf, plannerBeside, type MachineSource } from '../plans/plan-cache.ts';
import type { Claim } from '../run/claim.ts';
import {
  focusOf,
  isClaimSelected,
  isShownAlone,
  isWholeSelected,
  meansOfProcedures,
  operationsShownBy,
  repliesJudgedBy,
} from '../claims/selected.ts';
import { type RunConfig, drawingSeed } from '../run/run-config.ts';
import type { Planner } from '../../engine/plan/kept-plan.ts';

/** The must rows that a machine's run is to prove on a target with these means, whether it is to take every transition, and whether the audit is to show what its sequences leave behind. */
export function coverageGoalsOf(
  run: MachineRun,
  means: ReadonlySet<Means>,
  only: readonly string[],
): Pick<CoverageGoals, 'rules' | 'transitions' | 'audits' | 'classesOf'> {
  const document = run.machine === 'legacy' ? 'legacy' : 'resource';
  const operations = new Set(operationsShownBy(run));
  const rows = allRequirements.filter((row) => {
    const { level, untestable, operation, needs = [] } = row;
    if (row.document !== document || level !== 'must' || untestable !== undefined) return false;
    if (!operations.has(operation) || !isRowSelected(row, only)) return false;
    if (needs.some((one) => meansOfProcedures.has(one))) return false;
    const isAlone = isShownAlone(row, (one) => means.has(one));
    return needs.every((one) => means.has(one)) && isAlone === run.exclusive;
  });
  const audits = repliesJudgedBy(run).length > 0;
  const transitions = audits && isWholeSelected(run, only);
  // A value that is kept wrongly shows only where it was sent and is read back.
  const isNarrow = audits && !transitions && !run.exclusive && rows.length > 0;
  return {
    rules: rows.map(({ id }) => id),
    transitions,
    audits,
    ...(isNarrow && { classesOf: focusOf(run, only) ?? operationsShownBy(run) }),
  };
}

/** What has its evidence in a session's run already; the caller adds to it. */
export function reachedOf(
  {
    run: {
      memory: { reached: byName },
    },
  }: Session,
  run: MachineRun,
): Set<Goal> {
  return getOrCreate(byName, evidenceName(run), () => new Set());
}

/** What earlier nights have tried of the inputs of a machine, by `kindName`. Of an operation that they say nothing of, that is nothing. */
export function triedBefore(
  operations: OpenInputs['operations'],
  machine: string,
  inputs: readonly OperationInputs[],
): Set<string> {
  const ofMachine = operations.filter((one) => one.machine === machine);
  const known = new Map(ofMachine.map(({ operation, missing }) => [operation, new Set(missing)]));
  return new Set(
    inputs.flatMap(({ operation, kinds }) =>
      kinds
        .filter((kind) => known.get(operation)?.has(kind) === false)
        .map((kind) => kindName({ operation, kind })),
    ),
  );
}

/** Of the feasible windows of a machine, those that earlier nights have met. Of an operation that they say nothing of, that is none. */
export function metBefore(
  open: NonNullable<OpenInputs['windows']>,
  machine: string,
  feasible: WindowNames,
): Windows {
  const met = noWindows();
  for (const length of ['two', 'three'] as const)
    for (const { operation, missing } of open[length].filter((one) => one.machine === machine)) {
      const left = new Set(missing);
      for (const name of feasible[length][operation] ?? [])
        if (!left.has(name)) met[length].set(name, operation);
    }
  return met;
}

export interface SuitePlan {
  readonly claim: Claim;
  readonly plan: Plan;
  /** The rows that it is planned for. */
  readonly rules: readonly string[];
}

/** What `certify` would run first, suite by suite, if the target gave the presumed replies. Sends nothing. */
export function planSuites(runPlan: RunConfig, claims: readonly Claim[]): readonly SuitePlan[] {
  const { target, capabilities, skewMs, seed, only, planCache } = runPlan;
  const means = meansOf(target, capabilities, runPlan);
  const reachedBy = new Map<string, Set<Goal>>();
  return claims.flatMap((claim): readonly SuitePlan[] => {
    const { machine: run, needs } = claim;
    if (run === undefined || !isClaimSelected(claim, only)) return [];
    if (!needs.every((one) => means.has(one))) return [];
    const setup = setupOf(target, means, { ...run, skewMs });
    const goals = coverageGoalsOf(run, means, only);
    const reached = getOrCreate(reachedBy, evidenceName(run), () => new Set());
    const { notifications } = run;
    const planner = plannerOf({ name: run.machine, setup }, planCache);
    const planned = planner(firstPlanOf({ ...goals, seed: seedOf(run, seed), reached, notifications }));
    for (const sequence of planned.sequences) for (const goal of sequence.goals) reached.add(goal);
    return [{ claim, plan: planned, rules: goals.rules }];
  });
}

/** Makes the plans of a machine for a session. */
export function plannerFor({ config, run: { planElsewhere } }: Session, source: MachineSource): Planner {
  return planElsewhere === undefined
    ? plannerOf(source, config.planCache)
    : plannerBeside(source, config.planCache, planElsewhere);
}

/** Notes what a plan of a session's run is to make: others that share its evidence need not plan for it. */
export function notePlanned({ run: { memory } }: Session, run: MachineRun, { sequences }: Plan): void {
  const planned = getOrCreate(memory.planned, evidenceName(run), () => new Set());
  for (const { goals } of sequences)
    for (const goal of goals) if (goal.kind === 'transition') planned.add(goal);
}

/**
 * What the plans of others reach of the evidence that a machine's run shares with them: the transitions of those before it, and all of the first
 * plans of other lanes. Those are checked at the same time, so what they will have reached is presumed.
 */
export async function plannedBy(session: Session, run: MachineRun): Promise<readonly Goal[]> {
  const { config, means } = session;
  const others = (config.share?.elsewhere ?? []).filter((other) => evidenceName(other) === evidenceName(run));
  const plans = others.map(async (other) =>
    plannerFor(session, { name: other.machine, setup: session.setup(other.exclusive) })(
      firstPlanOf({
        ...coverageGoalsOf(other, means, config.only),
        reached: new Set(),
        notifications: other.notifications,
        seed: seedOf(other, drawingSeed(config)),
      }),
    ),
  );
  const made = await Promise.all(plans);
  return [
    ...(session.run.memory.planned.get(evidenceName(run)) ?? []),
    ...made.flatMap(({ sequences }) => sequences.flatMap(({ goals }) => goals)),
  ];
}
