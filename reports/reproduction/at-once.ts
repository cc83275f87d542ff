import type { FailureRecord, TranscriptLine } from '../../harness/records/failure-record.ts';
import type { ApiCall, Call } from '../../models/wire.ts';
import { isObject, pathSegment } from '../../spec/forms.ts';
import { type IdToRead, idsToRead, type Learned } from './learned-ids.ts';

/** So often the sequences are sent at once, at most, until an answer is about something else than its request. */
export const mostRounds = 10;
/** Where none of so many first rounds came to its end, something else is wrong. */
export const mostCut = 3;

/** So many are under way at once: where a file has fewer sequences, it sends each several times, since it sends more slowly than a run. */
const underWay = 8;

/** How often each of so many sequences is sent at once. */
export const copiesOf = (sequences: readonly SequenceAtOnce[]): number =>
  Math.max(1, Math.floor(underWay / sequences.length));

/** What a file says of itself, for who runs it. */
export function sendsAtOnce(sequences: readonly SequenceAtOnce[]): readonly string[] {
  const copies = copiesOf(sequences);
  const each = sequences.reduce((sum, { calls }) => sum + calls.length, 0);
  return [
    'It shows only while other requests are under way: sequences are sent at once until an answer is about something else than its request.',
    `Each is sent COPIES times, ${copies} unless set, in at most ROUNDS rounds, ${mostRounds} unless set: ${each * copies * mostRounds} requests where nothing is mixed up.`,
  ];
}

/** A sequence of several that are sent at the same time. */
export interface SequenceAtOnce {
  /** Texts that are to be others in each round, since a target may refuse them the second time. */
  readonly fresh: readonly Learned[];
  readonly calls: readonly CallAtOnce[];
}

/** A call, the ids that its answer gives, and what shows that the answer is its own. */
export interface CallAtOnce {
  readonly line: TranscriptLine;
  readonly call: Call;
  /** Counted from 1. */
  readonly number: number;
  /** What earlier answers gave, and what is another in each round. */
  readonly known: readonly Learned[];
  readonly reads: readonly IdToRead[];
  /** Fields of the answer that name what the request names, each with the id. */
  readonly about: readonly { readonly field: string; readonly id: string }[];
  /** Fields of the answer that hold a new id, which no other answer may give. */
  readonly gives: readonly string[];
}

/** The fields that say what an answer is about: the rows with `identifies` rest on them. */
const namingFields: Readonly<Record<ApiCall['to'], readonly string[]>> = {
  legacy: ['payment_id', 'capture_id'],
  resource: ['id'],
};

/**
 * The sequences whose answers are mixed up when they are sent at once, each with what shows it. Undefined where a failure is of another kind, or
 * where only a replay can show it.
 */
export function atOnce({ alone }: Pick<FailureRecord, 'alone'>): readonly SequenceAtOnce[] | undefined {
  if (alone === undefined) return undefined;
  const sequences = alone.map(sequenceOf);
  const calls = sequences.flatMap((one) => one.calls);
  return calls.every(isSendable) && calls.some(({ about, gives }) => about.length + gives.length > 0)
    ? sequences
    : undefined;
}

/** Whether a file can send a call, as often as it likes: what a target's operator gives out is for one sequence at a time. */
const isSendable = ({ call }: CallAtOnce): boolean =>
  call.to === 'control' || (call.spelling === undefined && call.given === undefined);

function sequenceOf(transcript: readonly TranscriptLine[]): SequenceAtOnce {
  const each = idsToRead(transcript);
  const fresh = freshIn(transcript);
  const calls = transcript.map((line, index): CallAtOnce => {
    const call = line.call as unknown as Call;
    const named = call.to === 'control' ? [] : namingFields[call.to].flatMap((field) => idIn(line, field));
    const before = JSON.stringify(transcript.slice(0, index).map(({ reply }) => reply));
    const about = named.filter(({ id }) => isIn(JSON.stringify(call), id));
    return {
      line,
      call,
      number: index + 1,
      known: [...fresh, ...each.slice(0, index).flat()],
      reads: each[index] ?? [],
      about,
      gives: isSuccess(line)
        ? named.filter((one) => !about.includes(one) && !isIn(before, one.id)).map(({ field }) => field)
        : [],
    };
  });
  return { fresh, calls };
}

function idIn({ reply }: TranscriptLine, field: string): CallAtOnce['about'] {
  const id = isObject(reply) ? reply[field] : undefined;
  return typeof id === 'string' && id !== '' ? [{ field, id }] : [];
}

const isIn = (json: string, id: string): boolean =>
  [JSON.stringify(id), pathSegment(id)].some((form) => json.includes(form));

/** Whether a step was answered as a success by its HTTP status. */
export const hasSuccessHttp = ({ http = 0 }: TranscriptLine): boolean => http >= 200 && http < 300;

/** Whether a request was done: a refusal gives no id that is its own for certain. The legacy interface may refuse with a 2xx. */
function isSuccess(line: TranscriptLine): boolean {
  const { call, reply } = line;
  if (!hasSuccessHttp(line)) return false;
  if ((call as unknown as Call).to !== 'legacy') return true;
  return isObject(reply) && typeof reply['status'] === 'string' && reply['status'].endsWith('_success');
}

/** The references of orders: longer ones leave no room for what makes them others, and in short ones another text may be found. */
function freshIn(transcript: readonly TranscriptLine[]): readonly Learned[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'order_ref' && typeof inner === 'string' && /^[\w-]{8,40}$/.test(inner)) found.add(inner);
      else walk(inner);
    }
  };
  walk(transcript.map(({ call }) => call));
  return [...found].map((value, index) => ({ value, variable: `ref_${index + 1}` }));
}
