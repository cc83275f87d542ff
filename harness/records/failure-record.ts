import { z } from 'zod';
import { checkoutRecordSchema } from './checkout-record.ts';
import { json, type Recorded } from './recorded.ts';
import { believedFact } from '../../spec/believed.ts';
import { storedSignature } from './sequence-record.ts';

const count = z.number().min(0);
const texts = z.record(z.string(), z.string());

/** One line of a failing sequence as a person reads it, with what is needed to write it as curl. */
export const transcriptLine = z.object({
  step: z.string(),
  operation: z.string(),
  kind: z.string(),
  uses: texts,
  control: z.boolean(),
  expected: z.string(),
  /** The HTTP status of the answer; absent where there was none, and in journals of older runs. */
  http: z.number().exactOptional(),
  received: z.string(),
  /** The call as the model resolved it (models/wire.ts, Call), free of keys and secrets. */
  call: json,
  /** The reply's parsed body (bounded), so that later calls' ids can be traced to the step that gave them. */
  reply: json,
});
export type TranscriptLine = Recorded<typeof transcriptLine>;

/** A step that overlapped with others; without times where its answer was lost. */
export const overlapStep = z.object({
  step: z.string(),
  from: z.number().exactOptional(),
  to: z.number().exactOptional(),
  /** The step of the same client that had to be answered before this one was sent. */
  behind: z.string().exactOptional(),
});
export type OverlapRecord = Recorded<typeof overlapStep>;

/** A notification expected after a step. */
const expectedNotification = z.object({
  step: z.string(),
  /** The event in words and ids: `capture_success pay_1 cap_1`. */
  event: z.string(),
  /** The fields by which it is known, with their values: its status and ids; absent where not all are known, and in journals of older runs. */
  fields: texts.exactOptional(),
  /** How many are expected after the step. */
  times: count,
});
export type ExpectedNotificationRecord = Recorded<typeof expectedNotification>;

const breaches = z.array(
  z.object({
    rule: z.string(),
    expected: z.string(),
    received: z.string(),
    /** What is expected as data (spec/expect.ts); absent where only the words say it, and in journals of older runs. */
    expect: z.array(json).exactOptional(),
    about: z.string().exactOptional(),
    constant: z.literal(true).exactOptional(),
  }),
);

/** The answer to an open point under which alone something is a violation: the documents permit others too. */
export const assumedAnswer = z.object({
  point: z.string(),
  /** The case of a point whose cases may be answered differently. Absent: the point is one question. */
  of: z.object({ operation: z.string(), kind: z.string() }).exactOptional(),
  choice: z.string(),
});

/** One step of a stored sequence. */
const storedStep = z.object({
  id: z.string(),
  operation: z.string(),
  kind: z.string(),
  uses: texts,
  data: json.exactOptional(),
});

/** One violation, shrunk. */
export const failureSchema = z.object({
  k: z.literal('failure'),
  requirement: z.array(z.string()),
  interface: z.string(),
  suite: z.string(),
  machine: z.string(),
  summary: z.string(),
  signature: storedSignature,
  /** How the failing reply departs from the nearest permitted one, or the notifications from what was due. */
  breaches,
  /** How it departs from each of the other permitted ones, of which one would do as well. Absent: there is no other. */
  alsoPermitted: z.array(breaches).exactOptional(),
  /** The shrunk sequence; the violation is at its last step, or in the notifications that followed. */
  sequence: z.array(storedStep),
  transcript: z.array(transcriptLine),
  steps: count,
  requestsToFind: count,
  requestsToShrink: count,
  /** Not seen each time, or `unconfirmed`: it does not accuse the target. */
  flaky: z.boolean(),
  /** A race that was mostly lost, though not each time: it accuses the target, and raises no alarm of a night. Absent: not so. */
  sometimes: z.literal(true).exactOptional(),
  /** Why it was seen only once: nothing was left to run it on again, or no run of it came to a verdict. Absent: it was run again. */
  unconfirmed: z.string().exactOptional(),
  /** Its last step is a read that was right so long after its wrong answer, ms. Absent: nothing shows that. */
  rightAfterMs: count.exactOptional(),
  /** How often the final sequence failed, out of `outOf` runs. */
  failed: count,
  outOf: count,
  /** It happens now and then: `failed` and `outOf` count all replies of its operation in the run, not runs of the sequence. */
  rare: z.literal(true).exactOptional(),
  /** It was seen only beside something that was made before the sequence: on a target that holds nothing it may pass. Absent: not so. */
  beside: z.literal(true).exactOptional(),
  /** The sequences that were under way with it: it was seen only so, `failed` and `outOf` count them too, and alone each passes. Absent: not so. */
  together: z.array(z.array(storedStep)).exactOptional(),
  /** Its sequence and then those of `together`, as each ran alone and passed. Absent: `together` is, or the journal is of an older run. */
  alone: z.array(z.array(transcriptLine)).exactOptional(),
  /** How often it was seen beside these sequences, after it passed alone. Absent: it was not. */
  inBatch: z.object({ others: z.array(z.array(storedStep)), failed: count, outOf: count }).exactOptional(),
  exclusive: z.boolean(),
  seed: z.number(),
  /** The choices of the target known when it was found: intents were resolved by them. */
  learned: texts.exactOptional(),
  /** The events that were owed whatever the open points, in the order of their steps; absent where no notification is judged. */
  owed: z.array(expectedNotification).exactOptional(),
  /** The payments that are accused, where there were others beside them. */
  about: z.array(z.string()).exactOptional(),
  /** The steps that were released together, with their times since the first was sent, ms; absent where all came one after another. */
  overlap: z.array(overlapStep).exactOptional(),
  /** Absent: it is one by the documents. */
  assumed: assumedAnswer.exactOptional(),
  /** Others have sent the requests, which were recorded: it can't be replayed. */
  recorded: z.literal(true).exactOptional(),
  /** What was believed before the judged step, and from which steps. Absent: nothing that is told, or the journal is of an older run. */
  believed: z.array(believedFact).exactOptional(),
  /** The nearest sequence that passed, as it ran while this one was made small. */
  neighbour: z.array(transcriptLine).exactOptional(),
  /** How consumers went through a checkout; absent where no browser was used. */
  checkout: checkoutRecordSchema.exactOptional(),
  /** The base name of its files, without extension. */
  reproduction: z.string(),
});
export type FailureRecord = Recorded<typeof failureSchema>;

/** Each permitted answer in words, the nearest first: what it asks for and was not received. */
export function permittedWords({
  breaches: nearest,
  alsoPermitted = [],
}: Pick<FailureRecord, 'breaches' | 'alsoPermitted'>): readonly string[] {
  return [
    ...new Set(
      [nearest, ...alsoPermitted].map((one) => [...new Set(one.map(({ expected }) => expected))].join('; ')),
    ),
  ];
}
