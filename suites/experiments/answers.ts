import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { slice } from '../../engine/candidates.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { settled } from '../../engine/judge/belief.ts';
import type { Execution, Violation } from '../../engine/judge/execution.ts';
import { rejudge } from '../../engine/judge/rejudge.ts';
import { askedKey, type ExperimentRecord } from '../../harness/records/experiment-record.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { allLatitudes } from '../../spec/register.ts';
import type { AnyMachine } from '../explore/machines.ts';
import { SeenFacts } from './condition.ts';
import { type Facts, factsOf, type TracedStep } from './facts.ts';

export type Executed = Execution<unknown, Call, Reply, Notification>;

/** What is asked: an open point, and its case where the answers to its cases may differ. */
export type Asked = Pick<ExperimentRecord, 'point' | 'of'>;

/** An answer to an open point, at a step of an execution. */
export interface Answer extends Asked {
  readonly choice: string;
  /** The step at which it was made. */
  readonly index: number;
}

/** The points that are asked, and whether a case at a time. Not those whose answers only show another by and by. */
const rows = new Map(
  allLatitudes
    .filter(({ presumed }) => presumed === undefined)
    .map(({ id, perCase }) => [id, perCase === true]),
);

/** The answers that the outcomes of an execution rest on, those of notifications and of the mere form of replies apart. */
export function answersIn({ belief, performed }: Pick<Executed, 'belief' | 'performed'>): readonly Answer[] {
  return settled(belief).flatMap(({ latitude: point, choice, step }) => {
    const index = performed.findIndex((one) => one.step.id === step);
    const made = performed[index]?.step;
    const isPerCase = rows.get(point);
    if (made === undefined || isPerCase === undefined) return [];
    const { operation, kind } = made;
    return [{ point, choice, index, ...(isPerCase && { of: { operation, kind } }) }];
  });
}

/** The steps of an execution as they were sent. */
export function traceOf(
  machine: AnyMachine,
  { performed, coverage }: Pick<Executed, 'performed' | 'coverage'>,
): readonly TracedStep[] {
  return performed.map(({ step, call, observation }, index) => ({
    step,
    call,
    abstract: coverage[index]?.abstract ?? '',
    refused: !('reply' in observation) || machine.refuses?.(observation.reply) === true,
  }));
}

/** The execution up to the step whose reply settled an answer; undefined where none did by itself. */
export function upTo(
  machine: AnyMachine,
  execution: Executed,
  { point, choice, index: made }: Answer,
): Executed | undefined {
  const { initial, performed } = execution;
  const id = performed[made]?.step.id;
  let end: number | undefined;
  rejudge(machine, initial, performed, {
    explained: (belief, index) => {
      const isSettled = () =>
        settled(belief).some((one) => one.latitude === point && one.choice === choice && one.step === id);
      if (end === undefined && index >= made && isSettled()) end = index;
    },
  });
  return end === undefined ? undefined : { ...execution, performed: performed.slice(0, end + 1) };
}

/**
 * An execution up to the reply that has settled such an answer to the question, as a violation of the answer that is assumed. Undefined where it has none, where
 * it breaks a rule in any case, or where an answer was lost.
 */
export function failingUnder(
  machine: AnyMachine,
  execution: Executed,
  assumed: Asked & { readonly choice: string },
  isMeant: (answer: Answer) => boolean,
): { readonly execution: Executed & { readonly violation: Violation }; readonly index: number } | undefined {
  const answer = certainAnswers(execution).find((one) => isSameAsked(one, assumed) && isMeant(one));
  const shown = answer && upTo(machine, execution, answer);
  const made = answer && execution.performed[answer.index];
  if (answer === undefined || shown === undefined || made === undefined) return undefined;
  const violation: Violation = {
    at: 'reply',
    operation: made.step.operation,
    abstract: execution.coverage[answer.index]?.abstract ?? '',
    breaches: [
      { rule: answer.point, expected: `the usual answer: ${assumed.choice}`, received: answer.choice },
    ],
  };
  return { execution: { ...shown, violation }, index: answer.index };
}

/** The answers of an execution that breaks no rule and lost no reply: otherwise what seems to be one may be due to that. */
export function certainAnswers(execution: Executed): readonly Answer[] {
  const { performed, violation } = execution;
  const isDoubtful = violation !== undefined || performed.some(({ observation }) => 'lost' in observation);
  return isDoubtful ? [] : answersIn(execution);
}

/** What came with one answer to what is asked. */
export interface Answered {
  readonly choice: string;
  readonly facts: SeenFacts;
  /** The execution that has it after the fewest steps about the same things, and how many these are. */
  example: { readonly execution: () => Executed; readonly steps: number };
}

/**
 * Keeps an execution in a tenth of its memory, and gives it again: a run has an example for hundreds of answers, and looks at few. The notifications and
 * lost requests that were waited for are left out, since an example is judged by its replies.
 */
function packed({ sequence, performed, coverage, belief, ...rest }: Executed): () => Executed {
  const bulk = {
    sequence,
    performed,
    coverage,
    belief: belief.map(({ state, assumed, deviations }) => ({ state, expected: [], assumed, deviations })),
  };
  const bytes = deflateRawSync(serialize(bulk), { level: 1 });
  return () => ({ ...rest, ...(deserialize(inflateRawSync(bytes)) as typeof bulk) });
}

/** A question that a run has answered in several ways, the usual answer first. */
export interface Split {
  readonly asked: Asked;
  readonly usual: Answered;
  readonly other: Answered;
}

/** The answers of a run to open points, with what they may depend on. */
export class Answers {
  readonly #asked = new Map<string, { readonly asked: Asked; readonly answers: Map<string, Answered> }>();
  readonly #machine: AnyMachine;

  constructor(machine: AnyMachine) {
    this.#machine = machine;
  }

  /** Notes what an execution shows. `before`: the requests of the run by then. */
  note(execution: Executed, before: number): void {
    const trace = traceOf(this.#machine, execution);
    const sequence = trace.map(({ step }) => step);
    const known = new Map<number, Facts>();
    let kept: (() => Executed) | undefined;
    for (const answer of certainAnswers(execution)) {
      const { index, choice } = answer;
      const step = sequence[index];
      if (step === undefined) continue;
      const facts = getOrCreate(known, index, () => factsOf(this.#machine, trace, index, before));
      const { answers } = getOrCreate(this.#asked, askedKey(answer), () => ({
        asked: { point: answer.point, ...(answer.of && { of: answer.of }) },
        answers: new Map<string, Answered>(),
      }));
      const steps = slice(sequence, step).length;
      const example = () => ({ execution: (kept ??= packed(execution)), steps });
      const seen = getOrCreate(answers, choice, () => ({
        choice,
        facts: new SeenFacts(),
        example: example(),
      }));
      seen.facts.add(facts);
      if (steps < seen.example.steps) seen.example = example();
    }
  }

  /** What was answered in several ways: each answer beside the most frequent one, the rarest first. */
  splits(): readonly Split[] {
    const all = [...this.#asked.values()].flatMap(({ asked, answers }) => {
      const [usual, ...others] = [...answers.values()].toSorted(
        (one, two) => two.facts.count - one.facts.count,
      );
      return usual === undefined ? [] : others.map((other) => ({ asked, usual, other }));
    });
    return all.toSorted((one, two) => one.other.facts.count - two.other.facts.count);
  }
}

/** Whether two answers are to the same question. */
export const isSameAsked = (one: Asked, two: Asked): boolean => askedKey(one) === askedKey(two);
