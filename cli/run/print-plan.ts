import type { PlannedSequence } from '../../engine/plan/order.ts';
import { wants } from '../../harness/given/wants.ts';
import { whyNotApplicable, whyUntestable } from '../../reports/certificate/applicable.ts';
import { counted } from '../../reports/words/counted.ts';
import { allRequirements } from '../../spec/register.ts';
import type { RunPlan } from '../../suites/run/run-plan.ts';
import type { SuitePlan } from '../../suites/explore/plan-suites.ts';
import { runRecord } from '../../suites/run/prepare.ts';

/** The plan of a run as one JSON object, or as text. */
export function planText(run: RunPlan, suites: readonly SuitePlan[], json: boolean): string {
  const printed = printable(run, suites);
  return json ? JSON.stringify(printed) : textOf(printed);
}

type Printable = ReturnType<typeof printable>;

function printable(run: RunPlan, suites: readonly SuitePlan[]) {
  const sum = (of: (suite: SuitePlan) => number) => suites.reduce((total, suite) => total + of(suite), 0);
  const record = runRecord(run);
  const planned = new Set(suites.flatMap(({ rules }) => rules));
  const unreached = new Set(suites.flatMap(({ plan }) => plan.unreached));
  const applicable = allRequirements.filter((row) => whyNotApplicable(row, record) === undefined);
  return {
    target: run.target.name,
    seed: run.seed,
    sequences: sum(({ plan }) => plan.sequences.length),
    requests: sum(({ plan }) => plan.requests),
    least_requests: sum(({ plan }) => plan.leastRequests),
    wants: wants(record.target.given ?? {})
      .filter(({ given }) => given > 0)
      .map(({ given, wanted, text }) => ({ given, wanted, text })),
    suites: suites.map(({ claim, plan }) => ({
      suite: claim.suite,
      requests: plan.requests,
      least_requests: plan.leastRequests,
      uses_up: plan.spends,
      sequences: plan.sequences.map(printableSequence),
    })),
    by_other_suites: applicable
      .filter(({ id, level }) => level === 'must' && !planned.has(id))
      .map(({ id }) => id),
    out_of_reach: allRequirements.flatMap((row) => {
      const reason = unreached.has(row.id)
        ? 'no planned sequence covers it; the random walks may'
        : whyUntestable(row, record);
      return reason === undefined ? [] : [{ id: row.id, reason }];
    }),
  };
}

function printableSequence({ steps, goals, requests }: PlannedSequence) {
  return {
    requests,
    rows: goals.flatMap((goal) => (goal.kind === 'rule' ? [goal.rule] : [])),
    transitions: goals.flatMap((goal) => (goal.kind === 'rule' ? [] : [goal.key])),
    steps: steps.map(({ id, operation, kind, uses }) => ({ id, operation, kind, uses })),
  };
}

function textOf(plan: Printable): string {
  const { target, seed, sequences, requests } = plan;
  const head = `Plan for ${target}, seed ${seed}: ${counted(sequences, 'sequence')}, ${counted(requests, 'request')}; ${ofLeast(plan)}.`;
  const suites = plan.suites.map((suite) =>
    [
      `${suite.suite}: ${counted(suite.sequences.length, 'sequence')}, ${counted(suite.requests, 'request')}; ${ofLeast(suite)}`,
      ...suite.sequences.map(sequenceLine),
    ].join('\n'),
  );
  const others = plan.by_other_suites;
  const outside = plan.out_of_reach.map(({ id, reason }) => `  ${id}\n      ${reason}`);
  return [
    head,
    ...plan.wants.map(({ text }) => `${text[0]?.toUpperCase()}${text.slice(1)}.`),
    ...suites,
    ...(others.length === 0
      ? []
      : [`Covered by suites without a plan:\n${others.map((id) => `  ${id}`).join('\n')}`]),
    ...(outside.length === 0 ? [] : [`Out of reach with this target:\n${outside.join('\n')}`]),
  ].join('\n\n');
}

function ofLeast({ requests, least_requests: least }: { requests: number; least_requests: number }): string {
  if (least === 0) return 'nothing is left to cover';
  return `no plan takes fewer than ${least} (${(requests / least).toFixed(2)} times as many)`;
}

function sequenceLine(
  { requests, rows, transitions }: Printable['suites'][number]['sequences'][number],
  index: number,
): string {
  const shows = rows.length === 0 ? '' : `: ${rows.join(', ')}`;
  const counts = [
    counted(requests, 'request'),
    counted(transitions.length, 'transition'),
    ...(rows.length === 0 ? [] : [counted(rows.length, 'row')]),
  ];
  return `${String(index + 1).padStart(4)}  ${counts.join(', ')}${shows}`;
}
