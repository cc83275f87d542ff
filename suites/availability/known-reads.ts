import type { Observation } from '../../engine/model.ts';
import { hasWrongKey } from '../../harness/wire/wrong-keys.ts';
import type { OperationName } from '../../spec/operations.ts';
import { isClockCall } from '../../models/clock-call.ts';
import type { ApiCall, Call, Reply } from '../../models/wire.ts';
import { textOf } from '../../models/checks.ts';
import { resourceCall } from '../../models/right-calls.ts';
import { pathSegment } from '../../spec/forms.ts';
import { authorizedBy, plainCall } from '../webhooks/plain-calls.ts';
import { steadyNow } from '../../harness/time.ts';

/** The steps that read one entity by its id. */
const reads: ReadonlySet<string> = new Set<OperationName>(['status', 'get', 'token-get']);

/** More than are ever asked again; older ones serve nothing. */
const mostKept = 2000;

/** A fault may lose one payment or another. A server that was started anew has lost them all. */
const mostAsked = 3;
/** More where they may have been changed: a fault may lose all that were captured. */
const mostMadeAsked = 16;

/** A read that was answered. */
export interface Witness {
  readonly call: ApiCall;
  /** ms since the epoch. */
  readonly at: number;
}

/**
 * Reads that the target has answered: for each sequence its last request, where that was one. Nothing has touched the entity since, so a
 * target that does not know it any more has forgotten it by itself.
 */
export class KnownReads {
  readonly #bySequence = new Map<string, Witness>();
  /** By sequence, a payment that it made, which may have been changed since. */
  readonly #made = new Map<string, Witness>();

  /** Sequences that go on. */
  readonly #underWay = new Set<string>();

  /** A call of a sequence is being sent. */
  sent(sequence: string, call: Call): void {
    this.#underWay.add(sequence);
    this.#bySequence.delete(sequence);
    // A given token serves many sequences, and the last of them may delete it.
    if (call.to !== 'control' && call.operation === 'delete') this.#forget(call.path);
    // What has expired meanwhile may be dropped.
    if (isClockCall(call)) this.clear();
  }

  /** It was answered, or not. */
  answered(sequence: string, operation: string, call: Call, observation: Observation<Reply>): void {
    if (call.to === 'control' || 'lost' in observation || observation.reply.http !== 200) return;
    const at = steadyNow();
    // Asked again, a wrong key would be one more attempt.
    if (reads.has(operation) && !hasWrongKey(call)) keep(this.#bySequence, sequence, { call, at });
    const id = authorizedBy(observation);
    if (id !== undefined) keep(this.#made, sequence, { call: plainCall('status', id), at });
  }

  /** The sequence has sent its last call. */
  ended(sequence: string): void {
    this.#underWay.delete(sequence);
  }

  /** Forgets the reads of what a path deletes. */
  #forget(path: string): void {
    for (const [sequence, { call }] of this.#bySequence)
      if (path === `${call.path}/delete`) this.#bySequence.delete(sequence);
  }

  /** Forgets all reads. */
  clear(): void {
    this.#bySequence.clear();
    this.#made.clear();
  }

  /** The last reads of other sequences that were answered by then. A read of a token may count on it, so those of sequences that go on are left out. */
  by(instant: number, sequence: string): readonly Witness[] {
    const counts = ([of, { call }]: readonly [string, Witness]): boolean =>
      call.operation === 'token-get' && this.#underWay.has(of);
    const others = new Map([...this.#bySequence].filter((one) => !counts(one)));
    return lastBy(others, instant, sequence, mostAsked);
  }

  /** The same of payments that were made by then, for want of better: they may have been changed since. */
  madeBy(instant: number, sequence: string): readonly Witness[] {
    return lastBy(this.#made, instant, sequence, mostMadeAsked);
  }
}

/** What one sequence has seen of what it made. */
export class OwnReads {
  readonly #seen = new Map<string, { readonly first: Witness; readonly last: number }>();
  #asked = '';

  /** A call was answered, or not. */
  answered(operation: string, call: Call, observation: Observation<Reply>): void {
    const read = readOf(operation, call, observation);
    this.#asked = read === undefined ? '' : keyOf(read);
    if (read === undefined || 'lost' in observation || observation.reply.http !== 200) return;
    const at = steadyNow();
    const { first = { call: read, at } } = this.#seen.get(this.#asked) ?? {};
    this.#seen.set(this.#asked, { first, last: at });
  }

  /** Reads of others that were known when what was asked for last was seen last; the latest of them. */
  besideLast(): readonly Witness[] {
    const { last = 0 } = this.#seen.get(this.#asked) ?? {};
    return [...this.#seen]
      .flatMap(([key, { first }]) => (key !== this.#asked && first.at <= last ? [first] : []))
      .slice(-mostAsked);
  }
}

/** By what makes something of the resource interface, what reads it. */
const readers: ReadonlyMap<string, 'get' | 'token-get'> = new Map([
  ['create', 'get'],
  ['issue-token', 'token-get'],
]);

/** The call that reads what a call has read or made; undefined where there is none. */
function readOf(operation: string, call: Call, observation: Observation<Reply>): ApiCall | undefined {
  if (call.to !== 'control' && reads.has(operation)) return hasWrongKey(call) ? undefined : call;
  const authorized = authorizedBy(observation);
  if (authorized !== undefined) return plainCall('status', authorized);
  const read = readers.get(operation);
  const id = 'lost' in observation ? undefined : textOf(observation.reply, 'id');
  return read === undefined || id === undefined ? undefined : resourceCall(read, pathSegment(id));
}

const keyOf = ({ path, body }: ApiCall): string => JSON.stringify([path, body]);

function lastBy(
  all: ReadonlyMap<string, Witness>,
  instant: number,
  sequence: string,
  most: number,
): readonly Witness[] {
  return [...all]
    .flatMap(([of, witness]) => (of !== sequence && witness.at <= instant ? [witness] : []))
    .slice(-most);
}

function keep(all: Map<string, Witness>, sequence: string, witness: Witness): void {
  all.set(sequence, witness);
  if (all.size <= mostKept) return;
  for (const oldest of all.keys()) {
    all.delete(oldest);
    return;
  }
}
