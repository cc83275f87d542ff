import { awaitNotifications } from '../../engine/judge/await-notifications.ts';
import { likeliest } from '../../engine/judge/belief.ts';
import { execute, observedChoices } from '../../engine/judge/execute.ts';
import { type Execution, type Violation } from '../../engine/judge/execution.ts';
import { rulesOf } from '../../engine/judge/signature.ts';
import type { Learned } from '../../engine/learned.ts';
import type { Sequence } from '../../engine/model.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { machineNamed } from '../../suites/explore/machines.ts';
import { summaryOf } from '../../suites/explore/failure-record.ts';
import type { MachineRun } from '../../suites/explore/machine-run.ts';
import { isOver, type Session } from '../../suites/run/session.ts';
import type { Part } from './course.ts';

/** What a failure accuses. */
export interface Kill {
  readonly requirements: readonly string[];
  readonly summary: string;
  readonly requestsToFind: number;
}

/** What is told while a part is run. */
export interface Telling {
  /** Whether a rule accuses: one of a row that is a must. */
  isMust(rule: string): boolean;
  /** Called for each sequence that was judged. */
  shown(execution: Execution<unknown, Call, Reply, Notification>): void;
  /** Called with the rows that are no must and that a sequence breaks. */
  warned(rules: Iterable<string>): void;
  /** Called for what could not be judged, with the reason. */
  unjudged(why: string): void;
}

/** Runs the sequences of a part, and one that is accused a second time. Gives what was broken both times. */
export async function runPart(
  session: Session,
  run: MachineRun,
  { id, sequences = [] }: Part,
  learned: Learned,
  telling: Telling,
): Promise<Kill | undefined> {
  const machine = machineNamed(run.machine, session.setup(run.exclusive));
  if (machine === undefined) throw new Error(`there is no machine "${run.machine}"`);
  const source = run.notifications ? session.notifications(run) : undefined;
  const accuses = (violation: Violation) => [...rulesOf(violation)].some((rule) => telling.isMust(rule));

  const once = async (sequence: Sequence, name: string, phase: 'explore' | 'confirm') => {
    const driver = session.driver(name, phase);
    const ran = await execute(machine, sequence, driver, {
      stop: () => isOver(session),
      learned,
      notifications: source !== undefined,
      passes: (violation) => {
        if (accuses(violation)) return violation;
        telling.warned(rulesOf(violation));
        return undefined;
      },
    });
    await driver.end?.();
    if (ran.violation !== undefined) await driver.verifySameServer?.(ran.violation);
    const execution = source === undefined ? ran : await awaitNotifications(machine, ran, source);
    // Nobody asks for these notifications: without this they would fill the memory.
    if (source === undefined)
      session.run.access.inbox.forget(machine.routes?.(likeliest(execution.belief)) ?? []);
    const why = driver.unjudged?.();
    if (why !== undefined) telling.unjudged(why);
    const { violation } = execution;
    if (violation !== undefined && !accuses(violation)) telling.warned(rulesOf(violation));
    return {
      execution,
      violation: why === undefined && violation && accuses(violation) ? violation : undefined,
    };
  };

  const first = await Promise.all(
    sequences.map(async (sequence, at) => ({
      sequence,
      at,
      ...(await once(sequence, `${id}.${at}`, 'explore')),
    })),
  );
  const requestsToFind = session.connection.requests;
  for (const { sequence, at, execution, violation } of first) {
    telling.shown(execution);
    if (violation === undefined) continue;
    const again = (await once(sequence, `${id}.${at} again`, 'confirm')).violation;
    const broken =
      again === undefined ? [] : [...rulesOf(violation)].filter((rule) => rulesOf(again).has(rule));
    if (!broken.some((rule) => telling.isMust(rule))) continue;
    const breaches = violation.breaches.filter(({ rule }) => broken.includes(rule));
    return { requirements: broken, summary: summaryOf(violation.operation, breaches), requestsToFind };
  }
  return undefined;
}

/** What an execution proves and shows, as plain data. */
export function shownIn(execution: Execution<unknown, Call, Reply, Notification>) {
  return {
    requests: execution.requests,
    evidence: [...execution.evidence].flatMap(([row, times]) => (times > 0 ? [row] : [])),
    observed: observedChoices(execution),
  };
}
