import type { Machine } from '../machine.ts';
import type { Breach, Check, Outcome, Performed } from '../model.ts';

/** How a reply departs from an outcome. */
export interface Miss {
  /** The sum of the weights of what is broken. */
  readonly distance: number;
  /** What accuses: the heaviest breaches, since the others follow from them; all of them where each is about a field of its own. */
  readonly breaches: readonly Breach[];
  /** Every rule that a broken check cites: the reply proves none of them, accused or not. */
  readonly cited: readonly string[];
  /** The fields that are wrong, where nothing else is: the reply leaves no doubt about the state. */
  readonly fields?: readonly string[];
}

/** The checks of an outcome, made now where they are made when needed. */
export function checksOf<R>({ checks }: Pick<Outcome<unknown, R>, 'checks'>): readonly Check<R>[] {
  return typeof checks === 'function' ? checks() : checks;
}

/**
 * The checks of an outcome that a reply fits; undefined where it breaks one. As `missOf` gives no miss, and much quicker: it ends at the first
 * breach and builds nothing of what was not asked for.
 */
export function checksMetBy<S, R, N>(
  outcome: Outcome<S, R, N>,
  reply: R,
  wrongFields: ReadonlySet<string> | undefined,
): readonly Check<R>[] | undefined {
  if (wrongFields !== undefined && wrongFields.size > 0)
    return missOf(outcome, reply, wrongFields) === undefined ? checksOf(outcome) : undefined;
  if (outcome.couldMatch?.(reply) === false) return undefined;
  const checks = checksOf(outcome);
  for (const check of checks) if (check.test(reply).length > 0) return undefined;
  return checks;
}

/** How far a reply is from an outcome; undefined when it matches. Checks of fields that were wrong before in the sequence are left out. */
export function missOf<S, R, N>(
  outcome: Outcome<S, R, N>,
  reply: R,
  wrongFields?: ReadonlySet<string>,
): Miss | undefined {
  let distance = 0;
  let heaviest = 0;
  let all: Breach[] | undefined;
  let accusing: Breach[] = [];
  const cited: string[] = [];
  let fields: string[] | undefined = [];
  for (const check of checksOf(outcome)) {
    const broken = check.test(reply);
    if (broken.length === 0) continue;
    const { weight = 1 } = check;
    const about = fieldOf(check, broken);
    if (about !== undefined && wrongFields !== undefined && isWithin(about, wrongFields)) continue;
    distance += weight * broken.length;
    (all ??= []).push(...broken);
    cited.push(...check.cites);
    if (about === undefined) fields = undefined;
    else fields?.push(about);
    if (weight > heaviest) accusing = [];
    heaviest = Math.max(weight, heaviest);
    if (weight === heaviest) accusing.push(...broken);
  }
  if (all === undefined) return undefined;
  if (fields === undefined) return { distance, breaches: accusing, cited };
  // What is wrong inside a wrong field follows from it.
  const wrong = new Set(fields);
  const isOutermost = ({ about = '' }: Breach) => !isWithin(about.split('.').slice(0, -1).join('.'), wrong);
  return { distance, breaches: all.filter(isOutermost), cited, fields };
}

/** The field that a broken check is about. A check that names none decides about the whole reply, whatever its breaches were taken from. */
function fieldOf<R>(
  { about, possibleField }: Check<R>,
  [first, ...others]: readonly Breach[],
): string | undefined {
  if (about !== undefined || possibleField === undefined) return about;
  return others.every((breach) => breach.about === first?.about) ? first?.about : undefined;
}

/** The fields that were wrong in the steps behind which judging went on. */
export function wrongFieldsIn(performed: readonly Pick<Performed<unknown, unknown>, 'passed'>[]) {
  return new Set(performed.flatMap(({ passed = [] }) => passed.flatMap(({ about }) => about ?? [])));
}

/** Whether a field is one of these, or a part of one: `order.tax` is a part of `order`. */
export function isWithin(field: string, fields: ReadonlySet<string>): boolean {
  const names = field.split('.');
  return names.some((_, index) => fields.has(names.slice(0, index + 1).join('.')));
}

const none: ReadonlySet<string> = new Set();

/** The fields that were wrong before in a sequence, and are not judged any more in it. */
export class WrongFields {
  readonly #isOwn: boolean;
  readonly #byPlace = new Map<string, Set<string>>();

  constructor({ ownFields = false }: Pick<Machine<unknown, unknown, unknown>, 'ownFields'>) {
    this.#isOwn = ownFields;
  }

  /** Those of an operation's replies. */
  of(operation: string): ReadonlySet<string> {
    return this.#byPlace.get(this.#placeOf(operation)) ?? none;
  }

  /** Notes fields that were wrong in a reply to an operation. */
  add(operation: string, fields: Iterable<string>): void {
    const place = this.#placeOf(operation);
    this.#byPlace.set(place, new Set([...this.of(operation), ...fields]));
  }

  #placeOf(operation: string): string {
    return this.#isOwn ? operation : '';
  }
}
