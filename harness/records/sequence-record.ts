import { z } from 'zod';
import type { Signature } from '../../engine/judge/signature.ts';
import { phaseSchema } from './exchange-records.ts';
import type { Recorded } from './recorded.ts';
import { windowNames } from './suite-record.ts';

const count = z.number().min(0);
const times = z.record(z.string(), count);

/** A failure's signature in a journal or a reproduction. Reads the text of older files too: `reply capture legacy.capture.full-closes`. */
export const storedSignature = z.union([
  z.object({
    at: z.enum(['reply', 'notifications', 'overlap', 'procedure']),
    operations: z.array(z.string()),
    rules: z.array(z.string()),
  }),
  z.string().transform(fromText),
]);

function fromText(text: string): Signature {
  const [at = '', ...rest] = text.split(' ');
  const [operations = '', rules = ''] = rest;
  const as = (kind: Signature['at']) => ({
    at: kind,
    operations: operations.split(','),
    rules: rules.split(','),
  });
  switch (at) {
    case 'reply':
    case 'overlap':
      return as(at);
    case 'arrivals':
      return as('notifications');
    default:
      return { at: 'procedure', operations: [at], rules: rest.toSorted() };
  }
}

const observedExchange = z.object({
  /** The step's name in its sequence; empty for a notification. */
  step: z.string(),
  /** `capture full: POST /pay/capture {…}`, free of keys and secrets. */
  request: z.string(),
  /** `200 {"status":…}`; a notification's body. */
  answer: z.string(),
});
export type ObservedExchange = Recorded<typeof observedExchange>;

/** How the target answered an open point. */
const observedChoice = z.object({
  latitude: z.string(),
  choice: z.string(),
  made: observedExchange,
  /** The later step whose answer showed the choice, where the first did not. */
  told: observedExchange.exactOptional(),
});
export type ObservedChoiceRecord = Recorded<typeof observedChoice>;

/** Abstract state, operation, outcome. */
/**
 * Why it is not confirmed that a transition leads to the right stage; the later ones say less. `open`: the documents permit other outcomes there. `ended`: the
 * sequences that were to show it ended too early, or with a wrong answer. `unseen`: nothing that was tried behind it was made to show it.
 */
export const unconfirmedReasons = ['open', 'ended', 'unseen'] as const;
export type Unconfirmed = (typeof unconfirmedReasons)[number];

const transitionRows = z.array(z.tuple([z.string(), z.string(), z.string()]));

/** The verdict on one executed sequence. */
export const sequenceSchema = z.object({
  k: z.literal('sequence'),
  id: z.string(),
  suite: z.string(),
  phase: phaseSchema,
  /** The sequence comes from a plan; absent: from a random walk, or from another sequence. */
  planned: z.literal(true).exactOptional(),
  /** By this a resumed run knows the sequence. Absent: what it shows counts only with its whole suite, as a race, a procedure, or one that was cut off. */
  digest: z.string().exactOptional(),
  /** The round of a nightly run; absent: the first. */
  round: count.exactOptional(),
  requests: count,
  steps: count,
  skipped: count,
  verdict: z.enum(['explained', 'violated', 'inconclusive']),
  why: z.string().exactOptional(),
  /** What a violated one has broken, as far as it was not reported before. */
  signatures: z.array(storedSignature).exactOptional(),
  /** Transitions that none before it has made: abstract state, operation, outcome. */
  reached: transitionRows.exactOptional(),
  /** Of its transitions, whether its end has shown where they lead to; absent where it has none that is new or that it was planned for. */
  stages: z
    .object({
      machine: z.string(),
      /** Had one of them led to another stage, one of the answers at its end would have been wrong. */
      confirmed: transitionRows.exactOptional(),
      /** The documents permit other outcomes too, so that no answer shows for certain where they lead to. */
      open: transitionRows.exactOptional(),
      /** It ended too early, or some answer of it was wrong. */
      ended: transitionRows.exactOptional(),
      /** None before it has made them, and it was not made to show where they lead to. */
      unseen: transitionRows.exactOptional(),
    })
    .exactOptional(),
  /** Requirement id → checks that held and could have failed. */
  evidence: times,
  /** Latitude id → choice → times observed. */
  observed: z.record(z.string(), times),
  /** Choices of open points that were observed here for the first time in the run. */
  shown: z.array(observedChoice).exactOptional(),
  /** Step → requirements whose first evidence in the run its reply is; an empty step: notifications. Absent where there is none, and of what has no steps. */
  proves: z.record(z.string(), z.array(z.string())).exactOptional(),
  /** `machine | abstract state | operation kind | outcome` → times. */
  coverage: times,
  /** The windows of changes that it has made; absent where there are none. */
  windows: windowNames.extend({ machine: z.string() }).exactOptional(),
  /** The steps that were released together: `capture full ‖ close plain`. */
  overlap: z.string().exactOptional(),
  /** The violation at which it ended: the rules, and the interface. Absent: it came to its end. */
  ended: z
    .object({
      interface: z.string(),
      rules: z.array(z.string()),
      /** What its last step tried, as in `coverage`, where the answer is not permitted there. Absent: a field of it is wrong, or a notification. */
      step: z.string().exactOptional(),
    })
    .exactOptional(),
  /** Operation → rule → replies that broke it and behind which judging went on. Absent: none. */
  passed: z.record(z.string(), times).exactOptional(),
});
export type SequenceRecord = Recorded<typeof sequenceSchema>;
