import { drawing } from '../chance.ts';
import { type Guard, guardKinds, type GuardKind, guards } from '../guards/guards.ts';
import { fault, type Fault } from './fault.ts';

/** Stands in the id of a guarded fault between the fault and its guard, and between two guards. */
const before = '@';
const between = '+';

/** Operations that make a payment: a guard about what came later can not hold there. */
const creating: ReadonlySet<string> = new Set(['authorize', 'payments.create']);

/** Whether a fault can be shown by guards alone: those of overlaps, deliveries and the checkout have no request to look at. */
export function canBeGuarded({
  concurrent,
  inBrowser,
  checkout,
  browser,
  raceWindows,
  delivery,
}: Fault): boolean {
  const sends = Object.keys(delivery ?? {}).some((rule) => rule !== 'body' && rule !== 'announced');
  return [concurrent, inBrowser, checkout, browser, raceWindows].every((one) => one === undefined) && !sends;
}

/** A fault that shows only while the guards hold, under an id that says so: `legacy-full-capture-stays-open@lines-3`. */
export function guarded(base: Fault, by: readonly Guard[]): Fault {
  const { id, requirement, summary, ...rest } = base;
  const names = by.map((guard) => guard.id);
  return fault(`${id}${before}${names.join(between)}`, requirement, {
    ...rest,
    summary: `${summary} Only where: ${names.join(', ')}.`,
    guards: by,
  });
}

/** The guards behind an id; undefined where there are none, or one of them is unknown. */
export function guardsNamed(names: string | undefined): readonly Guard[] | undefined {
  const by = names?.split(between).map((one) => guards.find((guard) => guard.id === one));
  return by?.every((guard) => guard !== undefined) === true ? by : undefined;
}

/** An id, and what follows it behind the mark of a guard. */
export function atGuards(id: string): readonly [name: string, names: string | undefined] {
  const [name = '', names] = id.split(before, 2);
  return [name, names];
}

/** The fault that an id means among these; undefined where it, or one of its guards, is unknown. */
export function faultOf(id: string, faults: readonly Fault[]): Fault | undefined {
  const [name, names] = atGuards(id);
  const base = faults.find((one) => one.id === name);
  if (base === undefined || names === undefined) return base;
  const by = guardsNamed(names);
  return canBeGuarded(base) && by !== undefined ? guarded(base, by) : undefined;
}

/** The kind of a guarded fault, by which results are told: that of its guard, or `two`. */
export function kindOf({ guards: by = [] }: Fault): GuardKind | 'two' {
  const [first, second] = by;
  if (first === undefined) throw new Error('a fault without a guard');
  return second === undefined ? first.kind : 'two';
}

/**
 * Guarded faults without end, the same ones in the same order under the same seed, each once: a seeded fault or a wrong number, with a guard
 * or with two. Kinds of guards come equally often, since there are many more of some than of others.
 */
export function* drawnGuarded(
  seed: number,
  { seeded, perturbed }: { readonly seeded: readonly Fault[]; readonly perturbed: readonly Fault[] },
): Generator<Fault, never> {
  const draw = drawing(seed);
  const one = <T>(all: readonly T[]): T => {
    const chosen = all[Math.floor(draw() * all.length)];
    if (chosen === undefined) throw new Error('nothing to draw from');
    return chosen;
  };
  const byKind = guardKinds.map((kind) => guards.filter((guard) => guard.kind === kind));
  const groups = [
    perturbed,
    seeded.filter((base) => canBeGuarded(base) && base.derived !== true),
    seeded.filter((base) => canBeGuarded(base) && base.derived === true),
  ] as const;
  const drawn = new Set<string>();
  for (;;) {
    const share = draw();
    const base = one(share < 0.4 ? groups[0] : share < 0.85 ? groups[1] : groups[2]);
    const first = one(one(byKind));
    const second = draw() < 0.15 ? one(one(byKind)) : undefined;
    const by = second === undefined || second.kind === first.kind ? [first] : [first, second];
    const made = guarded(base, by);
    if (drawn.has(made.id) || !fits(base, by)) continue;
    drawn.add(made.id);
    yield made;
  }
}

/** Whether the guards can hold at the operations that the fault is in: what is about tokens or a creation has no earlier captures. */
function fits({ requirement, reply = {}, stored = {} }: Fault, by: readonly Guard[]): boolean {
  const isOfTokens = requirement.startsWith('resource.token') || 'tokens' in stored;
  if (isOfTokens) return by.every(({ kind }) => kind === 'rare' || kind === 'count');
  const inCreation = Object.keys(reply).length > 0 && Object.keys(reply).every((name) => creating.has(name));
  return !inCreation || by.every(({ later }) => later !== true);
}
