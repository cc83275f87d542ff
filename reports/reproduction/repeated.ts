import type { FailureRecord, TranscriptLine } from '../../harness/records/failure-record.ts';
import type { Call } from '../../models/wire.ts';
import type { NotifiedExpect } from '../../spec/expect.ts';
import { isObject } from '../../spec/forms.ts';
import { atOnce, hasSuccessHttp, type SequenceAtOnce } from './at-once.ts';
import { type Claim, claimedTexts, notifiedClaims, permittedClaims } from './claim.ts';
import { type IdToRead, idsToRead } from './learned-ids.ts';
import { whyReplayOnly } from './reproduction.ts';

/** A failure as the calls that a stand-alone file makes, the values that it passes on, and what it expects: each form of file only writes this down. */
export interface Repeated {
  readonly calls: readonly RepeatedCall[];
  /** What replies give, in their order. */
  readonly variables: readonly IdToRead[];
  readonly expect: RepeatedExpect;
}

export interface RepeatedCall {
  readonly line: TranscriptLine;
  readonly call: Call;
  /** Counted from 1. */
  readonly number: number;
  readonly isLast: boolean;
  /** What earlier replies gave. */
  readonly known: readonly IdToRead[];
  /** What its reply gives. */
  readonly reads: readonly IdToRead[];
  /** It prepares the last one, and succeeded: without that the failure can't be judged. */
  readonly mustSucceed: boolean;
  /** What it was answered with. What is permitted afterwards may rest on it, so that a target that answers otherwise can't be judged by it. Absent: nothing does. */
  readonly answered?: Answered;
}

const outcomeFields = ['status', 'code'] as const;

/** What of an answer says which state it leaves behind: its HTTP status, and the words of the body for its outcome. */
export interface Answered {
  readonly http: number;
  /** By the name of the field. */
  readonly words: Readonly<Partial<Record<(typeof outcomeFields)[number], string>>>;
}

function answeredWith({ control, http, reply }: TranscriptLine): Answered | undefined {
  if (control || http === undefined) return undefined;
  const words = outcomeFields.flatMap((name) => {
    const word = isObject(reply) ? reply[name] : undefined;
    return typeof word === 'string' ? [[name, word] as const] : [];
  });
  return { http, words: Object.fromEntries(words) };
}

/** What is expected: one of the permitted answers of the last reply, notifications for each breach, answers that are not mixed up, or what only a replay can judge. */
export type RepeatedExpect =
  | { readonly of: 'reply'; readonly permitted: readonly (readonly Claim[])[] }
  | { readonly of: 'notifications'; readonly claims: readonly (readonly NotifiedExpect[])[] }
  | { readonly of: 'at once'; readonly sequences: readonly SequenceAtOnce[] }
  | { readonly of: 'replay' };

/** What the files of a failure repeat. */
export function repeated(failure: FailureRecord): Repeated {
  const { transcript } = failure;
  const each = idsToRead(transcript, claimedTexts(failure));
  const hears = failure.signature.at === 'notifications';
  const calls = transcript.map((line, index): RepeatedCall => {
    const isLast = index === transcript.length - 1;
    // What must come in notifications rests on the last answer too.
    const answered = isLast && !hears ? undefined : answeredWith(line);
    return {
      line,
      call: line.call as unknown as Call,
      number: index + 1,
      isLast,
      known: each.slice(0, index).flat(),
      // Nothing is sent after the last answer, but notifications may be about what it made.
      reads: (isLast && !hears ? [] : each[index]) ?? [],
      mustSucceed: !isLast && hasSuccessHttp(line),
      ...(answered !== undefined && { answered }),
    };
  });
  const variables = calls.flatMap(({ reads }) => reads);
  return { calls, variables, expect: expectOf(failure, variables) };
}

function expectOf(failure: FailureRecord, variables: readonly IdToRead[]): RepeatedExpect {
  const sequences = atOnce(failure);
  if (sequences !== undefined) return { of: 'at once', sequences };
  const isReplayed = whyReplayOnly(failure) !== undefined;
  if (failure.signature.at === 'notifications' && !isReplayed) {
    const isLearned = (text: string): boolean => variables.some(({ value }) => value === text);
    return { of: 'notifications', claims: notifiedClaims(failure, isLearned) };
  }
  const permitted = isReplayed ? undefined : permittedClaims(failure);
  return permitted === undefined ? { of: 'replay' } : { of: 'reply', permitted };
}
