import type { Breach, Check, Outcome } from '../engine/model.ts';
import type { Latitude } from '../spec/latitude.ts';
import { choose } from './choose.ts';
import { checksOf, mapChecks, outweighing } from './with-checks.ts';
import type { Reply } from './wire.ts';

// What a request may be refused for in one state, it may be refused for in every state and beside every other fault, unless a sentence ranks
// them. So a prediction is a chain: each thing that may be wrong is put before what is predicted without it.

type One<S, N> = Outcome<S, Reply, N>;
type Outcomes<S, N> = readonly One<S, N>[];

/** The outcomes without the choices that they assume: of two things that are wrong, an answer does not show how either is refused alone. */
export const settlingNothing = <S, N>(outcomes: Outcomes<S, N>): Outcomes<S, N> =>
  outcomes.map((outcome) => {
    const { assumes, ...rest } = outcome;
    return assumes === undefined ? outcome : rest;
  });

/** Whether an outcome refuses the request for what is wrong with it or with the state. */
const isRefusal = <S, N>({ refused }: One<S, N>): boolean => refused === true;

/**
 * A request that must be refused for one thing: its refusals, and those for other errors of the same request. `otherwise`: what
 * is predicted without that thing.
 */
export function refusedFor<S, N>(refusals: Outcomes<S, N>, otherwise: Outcomes<S, N>): Outcomes<S, N> {
  const others = otherwise.filter(isRefusal);
  return others.length === 0 ? refusals : [...settlingNothing(refusals), ...aside(others)];
}

/** How a request is answered that may be refused for one thing, or be taken in spite of it. */
interface Perhaps<S, N> {
  readonly refusals: Outcomes<S, N>;
  /** What is predicted without that thing. */
  readonly otherwise: Outcomes<S, N>;
  /** What follows where it is taken. Default: what is predicted without it. */
  readonly taken?: (outcomes: Outcomes<S, N>) => Outcomes<S, N>;
  /** Which of the two is ordinary. Default: taken. */
  readonly ordinarily?: 'refused' | undefined;
}

/** A request that may be refused for one thing, or be taken: where it is refused for another thing anyway, the answer settles nothing. */
export function perhapsRefusedFor<S, N>({
  refusals,
  otherwise,
  taken = (outcomes) => outcomes,
  ordinarily,
}: Perhaps<S, N>): Outcomes<S, N> {
  const others = otherwise.filter(isRefusal);
  if (others.length === otherwise.length) return [...settlingNothing(others), ...aside(refusals)];
  const executed = taken(otherwise.filter((outcome) => !isRefusal(outcome)));
  const permitted = inPlaceOf(executed, refusals);
  const no = others.length === 0 ? permitted : settlingNothing([...permitted, ...others]);
  if (ordinarily === 'refused') return [...no, ...executed];
  // The ordinary outcome stays the first.
  const ahead = otherwise.findIndex((outcome) => !isRefusal(outcome));
  const first = no.slice(permitted.length, refusals.length + ahead);
  return [...first, ...executed, ...no.filter((outcome) => !first.includes(outcome))];
}

/** The same for an open point. By its choices: what is predicted where the request is taken, and its refusals. */
export function unlessRefused<L extends Latitude, S, N>(
  latitude: L,
  taken: L['choices'][number],
  otherwise: Outcomes<S, N>,
  refused: L['choices'][number],
  refusals: Outcomes<S, N>,
  ordinarily?: 'refused',
): Outcomes<S, N> {
  const as = (choice: L['choices'][number]) => (outcomes: Outcomes<S, N>) =>
    choose<Latitude, S, N>(latitude, { [choice]: outcomes });
  return perhapsRefusedFor({ refusals: as(refused)(refusals), otherwise, taken: as(taken), ordinarily });
}

/**
 * Refusals that are merely permitted where a request may be taken: no sentence demands them. So a reply that fits neither breaks the rules
 * of what was asked for. One that is no refusal is measured by what was asked for alone.
 */
export function inPlaceOf<S, N>([taken]: Outcomes<S, N>, refusals: Outcomes<S, N>): Outcomes<S, N> {
  if (taken === undefined) return refusals;
  return refusals.map((refusal) => {
    const accusing = (one: Check<Reply>): Check<Reply> => ({
      ...one,
      test(reply) {
        const broken = one.test(reply);
        const [first] = broken;
        if (first === undefined) return broken;
        const asked = heaviestOf(checksOf(taken), reply);
        return asked.length === 0
          ? broken
          : [...new Set(asked.map(({ rule }) => rule))].map((rule) => ({ ...first, rule }));
      },
    });
    // What can not be this refusal is nearer to the success, however much of it is wrong.
    const outweighed = (one: Check<Reply>): Check<Reply> => ({
      ...one,
      weight: outweighing,
      test: (reply) => (refusal.couldMatch?.(reply) === false ? one.test(reply) : []),
    });
    const isMerely = ({ decides, countsAsEvidence }: Check<Reply>) =>
      decides === true && countsAsEvidence === false;
    return mapChecks(refusal, (checks) =>
      checks.flatMap((one) => {
        if (!isMerely(one)) return [one];
        const measured = accusing(one);
        return [measured, outweighed(measured)];
      }),
    );
  });
}

/** The breaches of the heaviest check that a reply breaks. */
function heaviestOf(checks: readonly Check<Reply>[], reply: Reply): readonly Breach[] {
  let [heaviest, breaches]: [number, readonly Breach[]] = [0, []];
  for (const { weight = 1, test } of checks) {
    if (weight <= heaviest) continue;
    const broken = test(reply);
    if (broken.length > 0) [heaviest, breaches] = [weight, broken];
  }
  return breaches;
}

/** Refusals beside those that a request must have. A reply of no permitted form breaks the rule of what must be refused anyway. */
export function aside<S, N>(refusals: Outcomes<S, N>): Outcomes<S, N> {
  return settlingNothing(refusals).map((outcome) =>
    mapChecks(outcome, (checks) => checks.map((one) => ({ ...one, weight: outweighing }))),
  );
}
