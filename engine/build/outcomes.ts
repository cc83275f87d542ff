import { isDeciding, type Claim, type Permitted } from './expect.ts';
import { shown, wordsOf } from './match.ts';
import type { Ids } from './references.ts';
import type { Check, Outcome } from '../model.ts';

/** The state of a built machine: that of the model, and what the system calls things. */
export interface World<S> {
  readonly state: S;
  readonly ids: Ids;
  /** A part of the state is presumed, since only a lost answer holds it: everything that follows is permitted. Absent: not so. */
  readonly presumed?: true;
}

/** The operation whose answers these are. */
interface Answering {
  readonly name: string;
  readonly reads: boolean;
}

/** The rule of an answer that names none. */
function ruleOf<S>({ name }: Answering, { named, claims, next }: Permitted<S>): string {
  if (named !== undefined) return named;
  const deciding = claims.filter(isDeciding).map(({ words }) => words());
  return `${name}: ${deciding.length > 0 ? deciding.join(', ') : next === undefined ? 'same state' : 'next state'}`;
}

/** What tells an answer from the others of its operation. */
export function nameOf<S>(of: Answering, permitted: Permitted<S>): string {
  return `${ruleOf(of, permitted)}${permitted.next === undefined ? ' (state kept)' : ''}`;
}

/** A permitted answer as an outcome of the machine. */
export function outcomeOf<S>(
  of: Answering,
  world: World<S>,
  permitted: Permitted<S>,
): Outcome<World<S>, unknown> {
  const { claims, next } = permitted;
  const rule = ruleOf(of, permitted);
  const match = (reply: unknown): Ids =>
    Object.assign({}, ...claims.map((one) => one.match(reply, world.ids).ids)) as Ids;
  return {
    name: nameOf(of, permitted),
    ...(next === undefined && !of.reads && { refused: true }),
    checks: () => checksOf(rule, world, claims),
    next: (reply) => {
      const ids = reply === undefined ? {} : match(reply);
      const known = { ...world, ...(Object.keys(ids).length > 0 && { ids: { ...world.ids, ...ids } }) };
      if (next === undefined) return known;
      if ('state' in next) return { ...known, state: next.state };
      const shownTo = reply ?? claims.reduce<unknown>((sofar, one) => one.example(sofar), undefined);
      return {
        ...known,
        state: stateBy(of, next.by, shownTo),
        ...(reply === undefined && { presumed: true }),
      };
    },
  };
}

function stateBy<S>({ name }: Answering, by: (reply: never) => S, reply: unknown): S {
  try {
    return by(reply as never);
  } catch (error) {
    throw new Error(
      `.then(…) of ${name} threw for the reply ${shown(reply)}, which its answer permits: name in the answer what it needs. ${wordsOf(error)}`,
      { cause: error },
    );
  }
}

/** What decides weighs more: a reply that differs in it is another answer. */
const weightOfDeciding = 4;

function checksOf<S>(
  rule: string,
  { ids, presumed }: World<S>,
  claims: readonly Claim[],
): readonly Check<unknown>[] {
  const cites = [rule];
  // What rests on a presumed state proves nothing and breaks nothing.
  if (presumed) return [{ cites, proves: () => false, test: () => [] }];
  if (claims.length === 0) return [{ cites, test: () => [] }];
  return claims.map((one) => ({
    cites,
    ...(isDeciding(one) && { weight: weightOfDeciding, decides: true }),
    test: (reply) =>
      one.match(reply, ids).mismatches.map(({ at, expected, received }) => ({
        rule,
        expected: `${at} ${expected}`,
        received: `${at} ${received}`,
      })),
  }));
}

/** What may come of a call in a state in which the model says nothing of it: anything, and then nothing is known any more. */
export const unforeseen = <S>(world: World<S>): Outcome<World<S>, unknown> => ({
  name: 'not foreseen',
  checks: [],
  next: () => ({ ...world, presumed: true }),
});
