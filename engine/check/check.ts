import * as fc from 'fast-check';
import { Connections } from './connect.ts';
import { CoverageNotes, type Coverage } from './coverage.ts';
import { fromPath, toPath, type Course } from './path.ts';
import { printSteps, type Shown } from './print.ts';
import { racesOf, reading, smallerRaces } from './races.ts';
import type { Systems } from './systems.ts';
import type { SentOf } from '../build/made.ts';
import type { Failure } from '../exploration.ts';
import { explore } from '../explore.ts';
import { execute } from '../judge/execute.ts';
import type { Execution } from '../judge/execution.ts';
import type { Machine } from '../machine.ts';
import { operationOf } from '../operations.ts';
import { runRace, type Race, type Raced } from '../race/race.ts';
import { simulateStep } from '../walk/simulate-step.ts';
import { inputsOf, type OperationInputs } from '../walk/inputs.ts';
import { sequences } from '../walk/sequences.ts';

/** How a check is made. Each setting has a default. */
export interface CheckOptions {
  /** The seed of all that is drawn. Default: another one each time; a failure prints it. */
  readonly seed?: number;
  /** The path that a failure has printed: this is run, and nothing else. */
  readonly path?: string;
  /** Random sequences, beside those that are planned. Default 30. */
  readonly numRuns?: number;
  /** Pairs of calls that are made at once, at most. 0: none. Default 40. */
  readonly races?: number;
  /** The first failure ends the check. Default false: what else is wrong is reported too. */
  readonly bail?: boolean;
  /** Calls that are tried to make one failure smaller, in sequences. Default 500. */
  readonly shrinkBudget?: number;
  /** A call without an answer after so long is lost, ms. Default 5000. */
  readonly timeoutMs?: number;
  /** Whether a rule that nothing has proven fails the check. Default false: it is named in the report. */
  readonly allProven?: boolean;
}

/** What a check has found. */
export interface CheckReport {
  /** The name of the machine. */
  readonly name: string;
  readonly seed: number;
  /** Calls that were sent, those of shrinking included. */
  readonly calls: number;
  /** Calls that got no answer. */
  readonly lost: number;
  readonly sequences: number;
  readonly races: number;
  /** The rules with evidence. */
  readonly proven: readonly string[];
  /** The rules that nothing has proven, for all that was tried. */
  readonly unproven: readonly string[];
  readonly failures: readonly Found[];
  /** What its sequences have tried, races left out. */
  readonly coverage: Coverage;
}

/** One way in which a system is not as its model says. */
export interface Found {
  /** The rules that it breaks. */
  readonly rules: readonly string[];
  /** The steps with their calls and replies, and what was expected. */
  readonly counterexample: string;
  /** Runs it again: `check(machine, driver, { path })`. */
  readonly path: string;
  readonly failed: number;
  readonly outOf: number;
  /** Why it was seen only once: no repetition of it came to a verdict. Absent: it was repeated. */
  readonly unconfirmed?: string;
}

/** A system is not as its model says. Its message is for people; `report` has the same as data. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  readonly report: CheckReport;

  constructor(message: string, report: CheckReport, stack: string) {
    super(message);
    this.report = report;
    // Where `check` was called: what lies between is of no use to who reads it.
    this.stack = `CheckError: ${message}\n${stack}`;
  }
}

/** Random sequences that are only simulated, to see which rules the model has. */
const simulated = 60;

/** So often a race that failed is run again, to say how often it fails. */
const timesAgain = 2;

const defaults = {
  numRuns: 30,
  races: 40,
  bail: false,
  shrinkBudget: 500,
  timeoutMs: 5000,
  allProven: false,
};

/**
 * Tests systems against a machine: with planned sequences that prove each rule and take each transition, random ones, and calls that overlap. Resolves
 * with a report. Rejects with a `CheckError` that shows the shortest way to each failure, or with an Error where the model, the driver or the settings are
 * at fault.
 *
 * @example
 * ```ts
 * import { check, functions, machine } from 'payproof/engine';
 *
 * const stack = machine({
 *   state: [] as number[],
 *   operations: ({ operation, expect }) => [
 *     operation('push', {
 *       inputs: { item: [1, 2] },
 *       expect: (items, { item }) => expect.then([...items, item]),
 *     }),
 *     operation('pop', {
 *       expect: (items) => expect.reply(items.at(-1)).then(items.slice(0, -1)),
 *     }),
 *   ],
 * });
 * await check(stack, functions(() => []));
 * ```
 */
export function check<S, C, R>(
  model: Checked<S, C, R>,
  systems: Systems<SentOf<C>>,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const called = new Error();
  const stack = (called.stack ?? '').split('\n').slice(2).join('\n');
  return new Checking(model, systems, options, stack).run();
}

/** What can be checked: what `machine` has built, and any other machine without notifications. */
export type Checked<S, C, R> = Machine<S, C, R> & {
  readonly rules?: readonly string[];
  exampleOf?(abstract: string): string;
};

type RacedOf<S, C, R> = Raced<S, C, R, never>;

/** One check while it is made. */
class Checking<S, C, R> {
  readonly #model: Checked<S, C, R>;
  readonly #options: CheckOptions & typeof defaults & { readonly seed: number };
  readonly #connections: Connections<C>;
  readonly #stack: string;
  readonly #proven = new Set<string>();
  readonly #coverage = new CoverageNotes();
  readonly #found: Found[] = [];
  #inputs: readonly OperationInputs[] | undefined;
  #sequences = 0;
  #races = 0;

  constructor(model: Checked<S, C, R>, systems: Systems<SentOf<C>>, options: CheckOptions, stack: string) {
    this.#model = model;
    this.#stack = stack;
    const { seed = randomSeed() } = options;
    this.#options = { ...defaults, ...options, seed };
    this.#connections = new Connections(systems, this.#options.timeoutMs);
  }

  async run(): Promise<CheckReport> {
    const { path, seed } = this.#options;
    const rules = rulesOf(this.#model, seed);
    try {
      if (path === undefined) await this.#all(rules);
      else await this.#replay(fromPath(path));
    } finally {
      await this.#connections.closed();
    }
    const { sent: calls, lost, why } = this.#connections.traffic;
    if (calls > 0 && lost === calls) throw new Error(`none of ${calls} calls got an answer: ${why}`);
    const unproven = path === undefined ? rules.filter((rule) => !this.#proven.has(rule)) : [];
    const { name, exampleOf = (abstract) => abstract } = this.#model;
    const report: CheckReport = {
      name,
      seed,
      calls,
      lost,
      sequences: this.#sequences,
      races: this.#races,
      proven: [...this.#proven].toSorted(),
      unproven,
      failures: this.#found,
      coverage: this.#coverage.of(this.#model, this.#offered(), exampleOf),
    };
    if (this.#found.length > 0 || (this.#options.allProven && unproven.length > 0))
      throw new CheckError(messageOf(report), report, this.#stack);
    return report;
  }

  async #all(rules: readonly string[]): Promise<void> {
    const { seed, numRuns, races, bail, shrinkBudget } = this.#options;
    const failures = await explore<S, C, R, never>({
      machine: this.#model,
      driver: () => this.#connections.driver(),
      seed,
      runs: numRuns,
      rules,
      transitions: true,
      inputs: () => this.#offered(),

      concurrency: 1,
      batch: 1,
      shrinkBudget,
      bail,
      stop: () => false,
      requests: () => this.#connections.traffic.sent,
      onSequence: (_id, _phase, execution) => this.#note(execution),
      onFailure: () => undefined,
    });
    for (const failure of failures) this.#found.push(foundIn(failure));
    if (this.#found.length > 0) return;
    for (const race of racesOf(this.#model, seed, races)) {
      await this.#race(race);
      if (this.#found.length > 0) return;
    }
  }

  async #replay(course: Course): Promise<void> {
    if ('overlap' in course) return this.#race(course);
    for (const step of course) operationOf(this.#model, step);
    const driver = this.#connections.driver<R>();
    const execution = await execute(this.#model, course, driver, { notifications: false });
    await driver.end?.();
    this.#note(execution);
    const { violation, skipped } = execution;
    if (violation !== undefined) this.#found.push(foundIn({ execution, failed: 1, outOf: 1 }));
    else if (skipped > 0)
      throw new Error(
        `${skipped} steps of the path can't be made: the machine is another by now, or an answer that they need was lost`,
      );
    return undefined;
  }

  async #race(race: Race): Promise<void> {
    const first = await this.#raceOnce(race);
    if (first.verdict.kind !== 'violated') return;
    const raced = this.#options.path === undefined ? await this.#smaller(first) : first;
    let failed = 1;
    for (let time = 0; time < timesAgain; time += 1)
      if ((await this.#raceOnce(raced.race)).verdict.kind === 'violated') failed += 1;
    this.#found.push(foundInRace(raced, failed, 1 + timesAgain));
  }

  /** The same race with fewer steps and smaller data, as far as it still fails. */
  async #smaller(failing: RacedOf<S, C, R>): Promise<RacedOf<S, C, R>> {
    const start = this.#connections.traffic.sent;
    let best = failing;
    search: for (;;) {
      for (const race of smallerRaces(this.#model, best.race)) {
        if (this.#connections.traffic.sent - start > this.#options.shrinkBudget) return best;
        const raced = await this.#raceOnce(race);
        if (raced.verdict.kind !== 'violated') continue;
        best = raced;
        continue search;
      }
      return best;
    }
  }

  async #raceOnce(race: Race): Promise<RacedOf<S, C, R>> {
    const driver = this.#connections.driver<R>();
    this.#races += 1;
    try {
      return await runRace<S, C, R, never>(this.#model, race, driver, reading);
    } finally {
      await driver.end?.();
    }
  }

  /** What can be tried of the inputs. */
  #offered(): readonly OperationInputs[] {
    return (this.#inputs ??= inputsOf(this.#model));
  }

  #note({ evidence, coverage }: Execution<S, C, R, never>): void {
    this.#sequences += 1;
    this.#coverage.note(coverage);
    for (const rule of evidence.keys()) this.#proven.add(rule);
  }
}

/** Another one each time, as fast-check has it. */
export const randomSeed = (): number => Math.floor(Math.random() * 2 ** 31);

/** The rules of a machine: those that it names, and those of the answers that simulations meet. */
function rulesOf<S, C, R>(model: Checked<S, C, R>, seed: number): readonly string[] {
  const rules = new Set(model.rules);
  for (const sequence of fc.sample(sequences(model), { seed, numRuns: simulated })) {
    let state = model.initial;
    for (const step of sequence) {
      const next = simulateStep(model, operationOf(model, step), state, step, { judged: true });
      if (next === undefined) continue;
      for (const rule of next.proves) rules.add(rule);
      ({ state } = next);
    }
  }
  return [...rules].toSorted();
}

function foundIn<S, C, R>({
  execution: { performed, violation },
  failed,
  outOf,
  unconfirmed,
}: Pick<Failure<S, C, R, never>, 'execution' | 'failed' | 'outOf' | 'unconfirmed'>): Found {
  const breaches = violation?.breaches ?? [];
  const rules = [...new Set(breaches.map(({ rule }) => rule))];
  const broken = {
    rule: rules.join(', '),
    permitted: violation?.permitted ?? [breaches],
    at: performed.at(-1)?.step.id ?? '',
  };
  return {
    rules,
    counterexample: printSteps(performed, broken),
    path: toPath(performed.map(({ step }) => step)),
    failed,
    outOf,
    ...(unconfirmed !== undefined && { unconfirmed }),
  };
}

function foundInRace<S, C, R>(
  { race, before, overlapped, settled, verdict }: RacedOf<S, C, R>,
  failed: number,
  outOf: number,
): Found {
  if (verdict.kind !== 'violated') throw new Error('only a violated race is a failure');
  const { breaches, step } = verdict;
  const rules = [...new Set(breaches.map(({ rule }) => rule))];
  const steps: readonly Shown[] = [
    ...before.performed,
    ...overlapped.map((one) => ({ ...one, together: true })),
    ...settled,
  ];
  const broken = { rule: rules.join(', '), permitted: [breaches], at: step.id };
  return {
    rules,
    counterexample: `${printSteps(steps, broken)}\n  ║ sent at once: no order of these calls explains the replies`,
    path: toPath({ ...race, after: settled.map((one) => one.step) }),
    failed,
    outOf,
  };
}

function messageOf({ name, seed, calls, sequences: run, failures, unproven }: CheckReport): string {
  const parts = failures.map(({ counterexample, path, failed, outOf, unconfirmed }, index) =>
    [
      ...(failures.length > 1 ? [`Failure ${index + 1} of ${failures.length}:`] : ['Counterexample:']),
      counterexample,
      ...(failed < outOf ? [`It failed ${failed} of ${outOf} times.`] : []),
      ...(unconfirmed === undefined ? [] : [`It was seen once, and is not confirmed: ${unconfirmed}.`]),
      `Run it again: check(machine, driver, { path: ${quoted(path)} })`,
    ].join('\n'),
  );
  const never = unproven.length === 0 ? [] : [`Never proven: ${unproven.join('; ')}`];
  const what = failures.length > 0 ? 'is not as its model says' : 'has rules that were never proven';
  return [
    `${name} ${what}, after ${calls} calls in ${run} sequences`,
    `{ seed: ${seed} }`,
    ...parts,
    ...never,
  ].join('\n');
}

/** A text as it stands in a program. */
const quoted = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;
