import { getOrCreate } from '../collections.ts';

/**
 * Why a window is not feasible: what the model makes of its last change in the states behind its beginning.
 *
 * - `rule`: a target that accepts it would break this rule.
 * - `open point`: it is presumed to be refused, and accepting it is a choice of this open point.
 * - `unspecified`: the same where no open point is named, since several things may be wrong with it.
 * - `creation`: it makes an entity of its own.
 * - `role`: there is nothing that it could use in this role.
 * - `data`: its request can't be made of what is there, such as a line or an amount that is left.
 * - `entity`: nothing at all is tried with the entity.
 * - `beginning`: its first two changes never follow one another.
 */
export type Constraint =
  | { readonly by: 'rule'; readonly rule: string }
  | { readonly by: 'open point'; readonly latitude: string }
  | { readonly by: 'role'; readonly role: string }
  | { readonly by: 'data'; readonly operation: string }
  | { readonly by: 'unspecified' | 'creation' | 'entity' | 'beginning' };

/**
 * Why a window is not counted that the model comes to. `rare`: the walks by which the feasible ones are found do not come to it. `left out`: its last change is
 * tried as an expected refusal or may use something up, so that no walk seeks it. `not offered`: no test sends it in that state.
 */
export type Uncounted = 'rare' | 'left out' | 'not offered';

/** A combination of two or of three changes. Infeasible: all that is met of it is ruled out, by these constraints. Not known: nothing is met, or a refusal without a reason. */
export type JudgedWindow = { readonly name: string } & (
  | { readonly verdict: 'feasible' | 'not known' }
  | { readonly verdict: 'infeasible'; readonly constraints: readonly Constraint[] }
  | { readonly verdict: 'uncounted'; readonly because: readonly Uncounted[] }
);

/** All combinations of the changes of an entity, each judged. */
export interface JudgedWindows {
  readonly two: readonly JudgedWindow[];
  readonly three: readonly JudgedWindow[];
}

/** What the model makes of a window's last change in one state: it accepts it, or something rules it out. No constraint: a refusal that names nothing. */
export type Answer = { readonly accepted: Uncounted } | { readonly constraints: readonly Constraint[] };

/** What was met of a window, in all states behind its beginning. */
export interface Met {
  /** By their JSON, so that each is there once. */
  readonly constraints: Map<string, Constraint>;
  readonly accepted: Set<Uncounted>;
  /** Whether a refusal has named nothing. */
  isUnexplained: boolean;
}

/** Adds what the model makes of a window in one more state. */
export function addAnswer(all: Map<string, Met>, name: string, answer: Answer): void {
  const met = getOrCreate(all, name, () => ({
    constraints: new Map(),
    accepted: new Set(),
    isUnexplained: false,
  }));
  if ('accepted' in answer) {
    met.accepted.add(answer.accepted);
    return;
  }
  for (const one of answer.constraints) met.constraints.set(JSON.stringify(one), one);
  met.isUnexplained ||= answer.constraints.length === 0;
}

/** What becomes of a window by all that was met of it. */
export function judgedBy(name: string, met: Met | undefined): JudgedWindow {
  if (met === undefined) return { name, verdict: 'not known' };
  if (met.accepted.size > 0) return { name, verdict: 'uncounted', because: [...met.accepted].toSorted() };
  if (met.isUnexplained) return { name, verdict: 'not known' };
  const constraints = [...met.constraints]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => one);
  // That nothing is tried with an entity any more, since others are worked on, says nothing of the window.
  const told = constraints.filter(({ by }) => by !== 'entity');
  return infeasible(name, told.length > 0 ? told : constraints);
}

/** A window that these constraints rule out. */
export const infeasible = (name: string, constraints: readonly Constraint[]): JudgedWindow => ({
  name,
  verdict: 'infeasible',
  constraints,
});
