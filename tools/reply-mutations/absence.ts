import type { Check, Json } from '../../engine/model.ts';
import { checksOf } from '../../engine/judge/miss.ts';
import { initialBelief } from '../../engine/judge/belief.ts';
import { observe } from '../../engine/judge/observe.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { operationOf } from '../../engine/operations.ts';
import type { Reply } from '../../models/wire.ts';
import { isList, isObject } from './change-json.ts';
import { readIn } from './read-in.ts';
import type { RecordedSequence } from './record.ts';

/** What absence earns a row, and where. */
export interface EarnedInAbsence {
  readonly row: string;
  /** The operation and its outcome. */
  readonly where: string;
  /** The fields that its checks read, which are not there. */
  readonly without: readonly string[];
}

/** The rows that state an absence, or that an absence shows as well, with the reason. */
export const statedAbsences: Readonly<Record<string, string>> = {
  'legacy.authorize.fail-reply': 'a refused authorization makes no payment, so it may have no payment_id',
  'legacy.capture.fail-no-capture-id': 'a failed capture has no capture_id',
  'legacy.common.failure-not-server-error': 'only the HTTP status is looked at',
  'resource.error.changes-nothing': 'a token that a refusal had deleted would have deleted_at',
  'resource.resume.empties-suspensions': 'no suspension is left',
  'resource.token-get.changes-nothing': 'a token that a read had deleted would have deleted_at',
  'resource.token-get.current-state': 'a token that is not deleted has no deleted_at',
  'resource.token-list.array': 'an array may be empty',
  'resource.token-list.leaves-out-deleted': 'the token was in the list before',
  'resource.token.deleted-at-null': 'a token that is not deleted has no deleted_at',
  'resource.token.suspensions': 'a token that is not suspended has no suspensions',
  'resource.version.missing': 'a request that is taken without a version has no error',
};

/**
 * The rows that replies prove although what their checks read is not there: it was removed, or it was not there in the first place. Rows whose
 * checks read nothing of a body are about its HTTP status, and not looked at.
 */
export function earnedInAbsence(recorded: readonly RecordedSequence[]): readonly EarnedInAbsence[] {
  const found = new Map<string, EarnedInAbsence>();
  for (const sequence of recorded)
    for (const one of earnedIn(sequence)) getOrCreate(found, `${one.row} ${one.where}`, () => one);
  return [...found.values()];
}

function* earnedIn({ machine, execution, notifications }: RecordedSequence): Generator<EarnedInAbsence> {
  let belief = initialBelief<unknown, never>(execution.initial);
  for (const { step, call, observation, control, outcome: name } of execution.performed) {
    if (!('reply' in observation)) return;
    const { reply } = observation;
    const operation = operationOf(machine, step);
    const [likeliest] = belief;
    const outcomes =
      control || likeliest === undefined ? [] : operation.predict(likeliest.state, call, step, { reply });
    const fitting = outcomes.find((one) => one.name === name && holdAll(checksOf(one), reply));
    const all = fitting === undefined ? [] : checksOf(fitting);
    for (const [row, checks] of byRow(all, reply))
      for (const without of absent(checks, all, reply))
        yield { row, where: `${step.operation}: ${name}`, without };
    const judged = observe(operation, step, call, belief as never, { reply }, { notifications, late: true });
    if (judged.kind !== 'explained') return;
    belief = judged.belief;
  }
}

type Checks = readonly Check<Reply>[];

const holdAll = (checks: Checks, reply: Reply): boolean =>
  checks.every((one) => one.test(reply).length === 0);

const proves = (check: Check<Reply>, reply: Reply): boolean =>
  check.countsAsEvidence !== false && check.proves?.(reply) !== false;

/** The checks of each row that a reply proves. */
function byRow(checks: Checks, reply: Reply): ReadonlyMap<string, Checks> {
  const rows = new Map<string, Check<Reply>[]>();
  for (const one of checks) for (const row of one.cites) getOrCreate(rows, row, () => []).push(one);
  return new Map([...rows].filter(([, cited]) => cited.some((one) => proves(one, reply))));
}

/** The fields without which a check of a row proves it all the same and no check of the outcome breaks, by check. */
function absent(checks: Checks, all: Checks, reply: Reply): readonly (readonly string[])[] {
  return checks
    .filter((one) => proves(one, reply))
    .flatMap((one) => {
      const read = readBy(one, reply);
      const there = read.filter((path) => valueAt(reply.body as Json, path) !== undefined);
      const shown = read.map((path) => path.join('.'));
      if (there.length === 0) return read.length === 0 ? [] : [shown];
      const isEarned = (body: Json | undefined): boolean => {
        if (body === undefined) return false;
        const without = { ...reply, body, text: JSON.stringify(body) };
        return proves(one, without) && holdAll(all, without);
      };
      const bodies = [removed(reply.body as Json, there), emptied(reply.body as Json, there)];
      return bodies.some(isEarned) ? [shown] : [];
    });
}

/** The deepest paths of a body that a check reads. */
function readBy(one: Check<Reply>, reply: Reply): readonly (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  const body = readIn(structuredClone(reply.body), (path) => paths.set(path.join(' '), path));
  one.test({ ...reply, body });
  one.proves?.({ ...reply, body });
  const all = [...paths.values()];
  return all.filter((path) => !all.some((other) => other.length > path.length && isWithin(other, path)));
}

const isWithin = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.every((name, nth) => path[nth] === name);

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return valueAt((value as Readonly<Record<string, Json>>)[name] ?? null, rest);
}

/** The body without these fields; undefined where all of it would be gone. */
function removed(body: Json, paths: readonly (readonly string[])[]): Json | undefined {
  if (isList(body))
    return body.flatMap((inner, nth) => {
      const deeper = below(paths, `${nth}`);
      return deeper.some(({ length }) => length === 0) ? [] : [removed(inner, deeper) ?? null];
    });
  if (!isObject(body)) return body;
  const kept = Object.entries(body).flatMap(([name, inner]) => {
    const deeper = below(paths, name);
    if (deeper.some(({ length }) => length === 0)) return [];
    return [[name, deeper.length === 0 ? inner : (removed(inner, deeper) ?? null)] as const];
  });
  return Object.fromEntries(kept);
}

/** The body with empty lists where elements are read; undefined where none are. */
function emptied(body: Json, paths: readonly (readonly string[])[]): Json | undefined {
  const lists = paths.filter((path) => path.some((_name, nth) => isListAt(body, path.slice(0, nth))));
  return lists.length === 0 ? undefined : emptiedIn(body, lists);
}

const isListAt = (body: Json, path: readonly string[]): boolean => {
  const value = valueAt(body, path);
  return value !== undefined && isList(value);
};

function emptiedIn(body: Json, paths: readonly (readonly string[])[]): Json {
  if (isList(body)) return paths.length === 0 ? body : [];
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, inner]) => [name, emptiedIn(inner, below(paths, name))]),
  );
}

const below = (paths: readonly (readonly string[])[], name: string): readonly (readonly string[])[] =>
  paths.filter(([first]) => first === name).map((path) => path.slice(1));
