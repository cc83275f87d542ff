import { z } from 'zod';
import {
  assumedAnswer,
  type FailureRecord,
  overlapStep,
  transcriptLine,
} from '../../harness/records/failure-record.ts';
import { json } from '../../harness/records/recorded.ts';
import { storedSignature } from '../../harness/records/sequence-record.ts';
import { isObject } from '../../spec/forms.ts';
import { atOnce } from './at-once.ts';
import { permittedClaims } from './claim.ts';

/** A name of ours, which is never long. */
const shortText = z.string().min(1).max(200);
/** Longer than any sequence that a run makes. */
const mostSteps = 500;
/** Sequences that run beside it. */
const mostTogether = 20;

const stepSchema = z.object({
  id: shortText,
  operation: shortText,
  kind: shortText,
  uses: z.record(shortText, shortText),
  data: json.exactOptional(),
});

/** Older reproductions name these suites by what they were called. */
const renamedSuites: Readonly<Record<string, string>> = { 'webhooks/arrivals': 'webhooks/notifications' };

/** Shape of `<out>/reproductions/*.json`: everything that a replay needs, and no secrets. */
export const reproductionSchema = z.object({
  schema: z.literal(1),
  requirement: z.array(z.string()),
  interface: z.string(),
  summary: z.string(),
  target: z.string(),
  tool: z.object({ name: z.literal('payproof'), version: z.string() }),
  suite: z
    .string()
    .transform((suite) => (Object.hasOwn(renamedSuites, suite) ? renamedSuites[suite] : undefined) ?? suite),
  machine: z.string(),
  seed: z.int(),
  /** Whether the steps change the target's clock or its webhook URL, so that nothing else may run at the same time. */
  exclusive: z.boolean(),
  signature: storedSignature,
  /** The target's choices of open points that the run had learned; they decide how intents are resolved. */
  learned: z.record(z.string(), z.string()).exactOptional(),
  /** The answer to an open point under which alone it is a failure. Absent: it is one by the documents. */
  assumed: assumedAnswer.exactOptional(),
  flaky: z.boolean(),
  failed: z.int(),
  out_of: z.int(),
  breaches: z.array(z.object({ rule: z.string(), expected: z.string(), received: z.string() })),
  sequence: z.array(stepSchema).min(1).max(mostSteps),
  /** The steps that are sent together, with their times since the first was sent, ms. */
  overlap: z.array(overlapStep).exactOptional(),
  /** The sequences that are run at the same time, without which it does not fail. */
  together: z.array(z.array(stepSchema).min(1).max(mostSteps)).max(mostTogether).exactOptional(),
  transcript: z.array(transcriptLine),
});

export type Reproduction = z.infer<typeof reproductionSchema>;

/** The tool and the target with which a failure was found. */
export interface FoundBy {
  readonly target: string;
  readonly tool: { readonly name: 'payproof'; readonly version: string };
}

/** The reproduction of a failure, as `replay` reads it. */
export function reproduction(failure: FailureRecord, { target, tool }: FoundBy): Reproduction {
  // Parsing drops what the schema doesn't name, and proves that the file can be read again.
  return reproductionSchema.parse({
    ...failure,
    schema: 1,
    target,
    tool,
    out_of: failure.outOf,
  });
}

/** The name of the file beside reproductions that says what they are. */
export const readmeName = 'README.md';

/** What the files of a reproduction are, for who finds them in an archive and has never heard of them. */
export const readmeText = `# Reproductions

Each failure of the run, as the smallest sequence of requests that shows it. So has each open point that was looked into, under a name with \`open-point\`: that is no failure. The files of one have one name. No file holds a key: they come from the environment.

| file       | what it is                                                                  | how to run it                              | needs                 |
| ---------- | --------------------------------------------------------------------------- | ------------------------------------------ | --------------------- |
| \`.json\`    | the sequence, what was expected and what came                               | \`npx payproof replay FILE --target NAME\`   | payproof              |
| \`.sh\`      | the same as curl calls, with an assertion of the last answer                | \`sh FILE\`; \`--help\` names its variables    | curl, jq, openssl     |
| \`.test.ts\` | the same as a test                                                          | \`npx vitest run FILE\`                      | Node, vitest          |
| \`.spec.ts\` | the steps of a consumer in a browser, as a test of Playwright                | \`npx playwright test FILE\`                | @playwright/test      |
| \`.hurl\`    | the same as plain text with assertions                                      | its first lines say how                    | hurl 6 or newer       |
| \`.har\`     | the requests as they were sent and their answers, with keys masked          | open it in a browser's network panel       |                       |

Exit status of \`.sh\` and of \`replay\`: 0 the failure is mended, 1 it is there, 3 it could not be run or judged.

Not each failure has each form. One that shows in notifications has no \`.hurl\`, and its \`.sh\` only sends; one that shows only while other sequences are under way has no \`.hurl\`, and its \`.har\` has its own requests alone; where only a replay can judge, there is no \`.test.ts\`. A \`.hurl\` file can compute no checksum, so it is
written for the resource interface only. The run's page says which forms there are and why.

| variable          | what it is                                          |
| ----------------- | --------------------------------------------------- |
| \`TARGET_URL\`      | the target's address, without a slash at its end    |
| \`PAY_API_KEY\`     | the API key of the legacy interface                 |
| \`PAY_SECRET\`      | the merchant's secret key for checksums             |
| \`PAY_SECRET_KEY\`  | the secret key of the resource interface            |
| \`PAY_PUBLIC_KEY\`  | its public key                                      |
| \`CONTROL_URL\`     | the address of the target's control interface       |
`;

/** Why only a replay can judge a failure, neither a script nor a test file. Undefined where one of them can. */
export function whyReplayOnly(failure: FailureRecord): string | undefined {
  if (failure.together !== undefined)
    return atOnce(failure) === undefined
      ? 'it shows only while other sequences run at the same time'
      : undefined;
  if (failure.overlap !== undefined) return 'its requests overlap, and their order decides';
  if (failure.transcript.some(({ call }) => isObject(call) && call['spelling'] !== undefined))
    return 'it shows in how a request is written, which only a replay keeps';
  if (failure.checkout !== undefined) return 'it shows in a browser';
  if (failure.transcript.length === 0) return 'it shows in the handshake, before any request';
  if (failure.signature.at === 'procedure') return 'it is a procedure that needs a receiver and a clock';
  if (failure.signature.at === 'notifications' || permittedClaims(failure) !== undefined) return undefined;
  return 'what is permitted there is more than a file can assert of one answer';
}

/** Why a script alone can't judge a failure: as for both, or since it receives nothing. Undefined where it can. */
export function whyNoScript(failure: FailureRecord): string | undefined {
  if (failure.signature.at === 'notifications')
    return 'it shows in the notifications, which a script does not receive';
  return whyReplayOnly(failure);
}
