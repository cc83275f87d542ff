import { getOrCreate } from '../collections.ts';
import { checksOf, missOf } from '../judge/miss.ts';
import type { Attempt, Draw, Machine, Operation } from '../machine.ts';
import type { Outcome, Sequence, Step, StepId, Uses } from '../model.ts';
import { kindName, operationOf } from '../operations.ts';
import { seededRandom } from '../seeded-random.ts';
import { walksFor } from './feasible-windows.ts';
import { drawing, drawn } from './simulate-step.ts';
import { presume } from './walk.ts';
import {
  addAnswer,
  infeasible,
  judgedBy,
  type Answer,
  type Constraint,
  type JudgedWindow,
  type JudgedWindows,
  type Met,
  type Uncounted,
} from './window-verdicts.ts';
import { isChange, windowName } from './windows.ts';

/** A kind of change, as it was first accepted. */
interface Kind<S, C, R, N> {
  readonly name: string;
  readonly kind: string;
  readonly class: string | undefined;
  readonly operation: Operation<S, C, R, N>;
  /** By role beside that of the entity, whether what it uses belongs to the entity. */
  readonly roles: ReadonlyMap<string, boolean>;
  readonly isCreation: boolean;
  /** An answer that accepts it, and the open points that this rested on. */
  readonly reply: R | undefined;
  readonly assumes: readonly string[];
}

/** A state behind an accepted change of an entity. */
interface Place<S> {
  readonly state: S;
  readonly entity: StepId;
  readonly latest: string;
  readonly before: string | undefined;
  /** What each step used. */
  readonly made: ReadonlyMap<StepId, Uses>;
}

/** What a step comes to, if its answer is the ordinary one. */
interface Simulated<S, R, N> {
  readonly outcomes: readonly Outcome<S, R, N>[];
  readonly ordinary: Outcome<S, R, N>;
  readonly after: S;
  readonly reply: R | undefined;
}

/** What can be tried in a state. */
type Offered<S, C, R, N> = readonly [S, readonly (readonly [Operation<S, C, R, N>, Attempt])[]];

/** The same of a change, and what it leads to where it is accepted. */
type Looked<S> =
  | Extract<Answer, { readonly constraints: unknown }>
  | { readonly accepted: Uncounted; readonly after: S; readonly step: Step };

type Changing<S, C, R, N> = NonNullable<Machine<S, C, R, N>['changes']>;

/** Of one alone, ten of a thousand windows that walks make would be called infeasible; of four, two. Three times as many find no more. */
const mostAlike = 4;

/** The id of a step that is looked at and not taken. */
const next = 'next';

/**
 * Judges all combinations of the kinds of changes (of two), and of their classes (of three), by what the model predicts in the states that the walks
 * come to by which feasible windows are found, and in those one change further. Always the same. Takes up to a minute.
 */
export function judgedWindows<S, C, R, N>(machine: Machine<S, C, R, N>): JudgedWindows {
  return machine.changes === undefined
    ? { two: [], three: [] }
    : new Search(machine, machine.changes).judged();
}

class Search<S, C, R, N> {
  readonly #machine: Machine<S, C, R, N>;
  readonly #changes: Changing<S, C, R, N>;
  readonly #draw: Draw = drawing(seededRandom(1));
  readonly #kinds = new Map<string, Kind<S, C, R, N>>();
  /** A few of those that are alike: these may differ in what was ordered. */
  readonly #alike = new Map<string, Place<S>[]>();
  #offered: Offered<S, C, R, N> | undefined;
  /** By the name of a window, what was met of it. */
  readonly #two = new Map<string, Met>();
  readonly #three = new Map<string, Met>();

  constructor(machine: Machine<S, C, R, N>, changes: Changing<S, C, R, N>) {
    this.#machine = machine;
    this.#changes = changes;
  }

  judged(): JudgedWindows {
    const { found, walks } = walksFor(this.#machine);
    for (const sequence of walks) this.#follow(sequence);
    const all = [...this.#kinds.values()];
    for (const place of this.#places()) for (const kind of all) this.#stepOn(place, kind);
    const kinds = this.#ofEntity(found.two);
    for (const place of this.#places())
      for (const kind of kinds) if (!kind.isCreation) this.#meet(place, kind);
    const two = kinds.flatMap((first) =>
      kinds.map((last): JudgedWindow => {
        const name = windowName(first.name, last.name);
        if (found.two.has(name)) return { name, verdict: 'feasible' };
        return last.isCreation ? infeasible(name, [{ by: 'creation' }]) : judgedBy(name, this.#two.get(name));
      }),
    );
    return { two, three: this.#judgedThree(kinds, two, found.three) };
  }

  #judgedThree(
    kinds: readonly Kind<S, C, R, N>[],
    two: readonly JudgedWindow[],
    feasible: ReadonlyMap<string, string>,
  ): readonly JudgedWindow[] {
    const ruledOut = new Set(two.flatMap(({ name, verdict }) => (verdict === 'infeasible' ? [name] : [])));
    const classes = new Map<string, Kind<S, C, R, N>[]>();
    for (const kind of kinds)
      if (kind.class !== undefined) getOrCreate(classes, kind.class, () => []).push(kind);
    return [...classes].flatMap(([first, firsts]) =>
      [...classes].flatMap(([second, seconds]) => {
        const isBegun = firsts.some((one) =>
          seconds.some((other) => !ruledOut.has(windowName(one.name, other.name))),
        );
        return [...classes].map(([last, lasts]): JudgedWindow => {
          const name = windowName(first, second, last);
          if (feasible.has(name)) return { name, verdict: 'feasible' };
          if (!isBegun) return infeasible(name, [{ by: 'beginning' }]);
          if (lasts.every(({ isCreation }) => isCreation)) return infeasible(name, [{ by: 'creation' }]);
          return judgedBy(name, this.#three.get(name));
        });
      }),
    );
  }

  /** Keeps the states behind the accepted changes of a walk, and notes the kinds that are accepted on its way. */
  #follow(sequence: Sequence): void {
    let state = this.#machine.initial;
    let silent = state;
    const made = new Map<StepId, Uses>();
    const latest = new Map<StepId, Pick<Place<S>, 'latest' | 'before'>>();
    for (const step of sequence) {
      const walked = presume(this.#machine, silent, step);
      if (walked === undefined) continue;
      let simulated = this.#simulate(state, step);
      // A walk has no replies, so some amounts are unknown to it. Where it can do what would be refused otherwise, that counts as feasible.
      if (!walked.refused && !isAccepted(simulated)) simulated = this.#simulate(silent, step);
      silent = walked.state;
      if (simulated === undefined) continue;
      state = simulated.after;
      made.set(step.id, step.uses);
      if (isAccepted(simulated) && isChange(this.#machine, step)) {
        this.#note(step, simulated, made);
        const entity = this.#entityOf(step);
        const before = this.#kinds.get(latest.get(entity)?.latest ?? '')?.class;
        latest.set(entity, { latest: kindName(step), before });
      }
      for (const [entity, changed] of latest) this.#keep({ state, entity, made, ...changed });
      for (const one of [state, silent]) this.#noteOffered(one, made);
    }
  }

  /** Undefined when it can't be made. Throws an Error when the machine predicts nothing. */
  #simulate(state: S, step: Step): Simulated<S, R, N> | undefined {
    const operation = operationOf(this.#machine, step);
    const call = operation.resolve(state, step);
    if (call === undefined) return undefined;
    const outcomes = operation.predict(state, call, step);
    const [ordinary] = outcomes;
    if (ordinary === undefined)
      throw new Error(`${this.#machine.name} predicts nothing for ${kindName(step)}`);
    const silent = ordinary.next();
    const reply = this.#machine.presumed?.(silent, step);
    return { outcomes, ordinary, after: reply === undefined ? silent : ordinary.next(reply), reply };
  }

  #places(): readonly Place<S>[] {
    return [...this.#alike.values()].flat();
  }

  #entityOf({ id, uses }: Step): StepId {
    return uses[this.#changes.entity] ?? id;
  }

  #keep(place: Place<S>): void {
    const { state, entity, latest, before } = place;
    const abstract = this.#machine.abstract(state, { [this.#changes.entity]: entity });
    const key = JSON.stringify([before, latest, abstract]);
    const alike = getOrCreate(this.#alike, key, () => []);
    if (alike.length < mostAlike) alike.push(place);
  }

  /** Notes the kinds that would be accepted, as the search of feasible windows takes them. */
  #noteOffered(state: S, made: ReadonlyMap<StepId, Uses>): void {
    for (const [operation, attempt] of this.#offeredIn(state)) {
      const { kind, uses } = attempt;
      if (!isChange(this.#machine, { operation: operation.name })) continue;
      if (this.#kinds.has(kindName({ operation: operation.name, kind }))) continue;
      if (isLeftOut(operation, state, attempt)) continue;
      const step = drawn(operation, state, { id: next, kind, uses }, this.#draw);
      const simulated = this.#simulate(state, step);
      if (isAccepted(simulated)) this.#note(step, simulated, made);
    }
  }

  /** All that can be tried in a state; kept for the latest one, since each kind of change is looked at in it. */
  #offeredIn(state: S): Offered<S, C, R, N>[1] {
    if (this.#offered?.[0] !== state) {
      const attempts = this.#machine.operations.flatMap((operation) =>
        operation.attempts(state).map((attempt) => [operation, attempt] as const),
      );
      this.#offered = [state, attempts];
    }
    return this.#offered[1];
  }

  #note(step: Step, { ordinary, reply }: Simulated<S, R, N>, made: ReadonlyMap<StepId, Uses>): void {
    const name = kindName(step);
    if (this.#kinds.has(name)) return;
    const { kind, uses } = step;
    const { entity: role } = this.#changes;
    const entity = uses[role];
    const others = Object.entries(uses).filter(([other]) => other !== role);
    this.#kinds.set(name, {
      name,
      kind,
      operation: operationOf(this.#machine, step),
      class: this.#changes.classOf(step.operation, kind),
      isCreation: entity === undefined,
      roles: new Map(others.map(([other, id]) => [other, this.#belongs(id, entity, made)])),
      reply,
      assumes: Object.keys(ordinary.assumes ?? {}),
    });
  }

  /** Whether something was made of an entity, or the entity of it. */
  #belongs(id: StepId, entity: StepId | undefined, made: ReadonlyMap<StepId, Uses>): boolean {
    if (entity === undefined) return false;
    return (
      made.get(id)?.[this.#changes.entity] === entity || Object.values(made.get(entity) ?? {}).includes(id)
    );
  }

  /** Keeps the state that an accepted change leads to, since walks take few of the changes that a state has. */
  #stepOn(place: Place<S>, kind: Kind<S, C, R, N>): void {
    const answer = this.#answer(place, kind);
    if (!('accepted' in answer) || answer.accepted === 'not offered') return;
    const { step, after } = answer;
    const made = new Map([...place.made, [next, step.uses]]);
    const before = kind.isCreation ? undefined : this.#kinds.get(place.latest)?.class;
    this.#keep({ state: after, entity: this.#entityOf(step), latest: kind.name, before, made });
  }

  /** The kinds of those operations that change the entity: others change what stands around it. */
  #ofEntity(feasible: ReadonlyMap<string, string>): readonly Kind<S, C, R, N>[] {
    const all = [...this.#kinds.values()];
    const isFollowed = (first: string, last: string): boolean => feasible.has(windowName(first, last));
    const stands = ({ name }: Kind<S, C, R, N>): boolean =>
      all.some((other) => isFollowed(name, other.name) || isFollowed(other.name, name));
    const operations = new Set(all.filter(stands).map(({ operation }) => operation));
    return all.filter(({ operation }) => operations.has(operation));
  }

  #meet(place: Place<S>, kind: Kind<S, C, R, N>): void {
    const answer = this.#answer(place, kind);
    addAnswer(this.#two, windowName(place.latest, kind.name), answer);
    const latest = this.#kinds.get(place.latest)?.class;
    if (place.before !== undefined && latest !== undefined && kind.class !== undefined)
      addAnswer(this.#three, windowName(place.before, latest, kind.class), answer);
  }

  /** What the model makes of a change, on whatever it could use there. */
  #answer(place: Place<S>, kind: Kind<S, C, R, N>): Looked<S> {
    const { state, entity } = place;
    const { operation, isCreation } = kind;
    const offered = this.#offeredIn(state)
      .filter(([of, one]) => of === operation && one.kind === kind.kind)
      .filter(([, { uses }]) => isCreation || uses[this.#changes.entity] === entity)
      .map(([, one]) => [one.uses, isLeftOut(operation, state, one) ? 'left out' : 'rare'] as const);
    const other = isCreation ? { uses: [], missing: [] } : this.#usable(place, kind);
    if (offered.length === 0 && other.missing.length > 0) return { constraints: other.missing };
    const tries: readonly (readonly [Uses, Uncounted])[] = [
      ...offered.filter(([, accepted]) => accepted === 'rare'),
      ...offered.filter(([, accepted]) => accepted !== 'rare'),
      ...other.uses
        .filter((uses) => !offered.some(([one]) => isSameUses(one, uses)))
        .map((uses) => [uses, 'not offered'] as const),
    ];
    const constraints: Constraint[] = [];
    for (const [uses, accepted] of tries) {
      const step = drawn(operation, state, { id: next, kind: kind.kind, uses }, this.#draw);
      const simulated = this.#simulate(state, step);
      if (isAccepted(simulated)) return { accepted, after: simulated.after, step };
      constraints.push(
        ...(simulated === undefined ? [this.#unmade(place, kind)] : refusing(simulated, kind)),
      );
    }
    return { constraints };
  }

  #unmade(place: Place<S>, { operation }: Kind<S, C, R, N>): Constraint {
    return this.#usesOn(place).length === 0 ? { by: 'entity' } : { by: 'data', operation: operation.name };
  }

  /** What the attempts on an entity use, whatever their operation. */
  #usesOn({ state, entity }: Place<S>): readonly Uses[] {
    return this.#offeredIn(state).flatMap(([, { uses }]) =>
      uses[this.#changes.entity] === entity ? [uses] : [],
    );
  }

  /** What a change of this kind could use there, as other attempts on the entity do, and what is missing where there is nothing. */
  #usable(
    place: Place<S>,
    { roles }: Kind<S, C, R, N>,
  ): { readonly uses: readonly Uses[]; readonly missing: readonly Constraint[] } {
    const { entity: role } = this.#changes;
    const { entity, made } = place;
    if (roles.size === 0) return { uses: [{ [role]: entity }], missing: [] };
    const used = this.#usesOn(place);
    if (used.length === 0) return { uses: [], missing: [{ by: 'entity' }] };
    const fits = (uses: Uses, [other, isOwn]: readonly [string, boolean]): boolean => {
      const id = uses[other];
      return id !== undefined && (!isOwn || this.#belongs(id, entity, made));
    };
    const uses = used
      .filter((one) => [...roles].every((other) => fits(one, other)))
      .map((one) => Object.fromEntries(Object.entries(one).filter(([of]) => of === role || roles.has(of))))
      .filter((one, at, all) => all.findIndex((other) => isSameUses(other, one)) === at);
    const missing = [...roles].filter((other) => used.every((one) => !fits(one, other)));
    return { uses, missing: missing.map(([other]) => ({ by: 'role', role: other })) };
  }
}

/** Whether a step can be made and is accepted. */
function isAccepted<S, R, N>(simulated: Simulated<S, R, N> | undefined): simulated is Simulated<S, R, N> {
  return simulated !== undefined && simulated.ordinary.refused !== true;
}

/** Whether the search of feasible windows passes an attempt by. */
function isLeftOut<S, C, R, N>(operation: Operation<S, C, R, N>, state: S, attempt: Attempt): boolean {
  return attempt.negative === true || operation.spends?.(state, attempt) !== undefined;
}

/** What rules a change out whose refusal is presumed; empty where the refusal names nothing. */
function refusing<S, C, R, N>(
  { outcomes, ordinary }: Simulated<S, R, N>,
  { reply, assumes }: Kind<S, C, R, N>,
): readonly Constraint[] {
  const acceptances = outcomes.filter(({ refused }) => refused !== true);
  if (acceptances.length === 0) return rulesOf(ordinary, reply).map((rule) => ({ by: 'rule', rule }));
  // What its acceptance rests on anywhere is no reason here.
  const open = acceptances.map((one) => Object.keys(one.assumes ?? {}).filter((id) => !assumes.includes(id)));
  const common = (open[0] ?? []).filter((id) => open.every((ids) => ids.includes(id)));
  return common.length === 0
    ? [{ by: 'unspecified' }]
    : common.map((latitude) => ({ by: 'open point', latitude }));
}

/** The rules that are accused where a refusal is due and the request is accepted; those of the refusal where no such answer is known. */
function rulesOf<S, R, N>(refusal: Outcome<S, R, N>, acceptance: R | undefined): readonly string[] {
  const miss = acceptance === undefined ? undefined : missOf(refusal, acceptance);
  if (miss !== undefined) return miss.breaches.map(({ rule }) => rule);
  return checksOf(refusal).flatMap(({ decides, cites }) => (decides === true ? cites : []));
}

function isSameUses(one: Uses, other: Uses): boolean {
  const roles = Object.keys(one);
  return roles.length === Object.keys(other).length && roles.every((role) => one[role] === other[role]);
}
