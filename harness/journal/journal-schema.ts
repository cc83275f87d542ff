import { troubleEvents } from './trouble-record.ts';
import { z } from 'zod';
import type { Json } from '../../engine/model.ts';
import { cleanupSchemas } from '../records/cleanup-records.ts';
import { identitySchemas } from '../records/run-identity.ts';
import { shardRecordSchema, shardSchemas } from '../records/shard-records.ts';
import { checkoutRecordSchema } from '../records/checkout-record.ts';
import type { Signature } from '../../engine/judge/signature.ts';

const record = z.object({
  at: z.enum(['reply', 'notifications', 'overlap', 'procedure']),
  operations: z.array(z.string()),
  rules: z.array(z.string()),
});

/** A failure's signature in a journal or a reproduction. Reads the text of older files too: `reply capture legacy.capture.full-closes`. */
export const storedSignature = z.union([record, z.string().transform(fromText)]);

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

const count = z.number().min(0);
const text = z.string();
const texts = z.record(z.string(), z.string());
const list = z.array(z.string());
const json = z.unknown().transform((value) => value as Json);

const transcript = z.array(
  z.looseObject({
    step: z.string(),
    operation: z.string(),
    kind: z.string(),
    uses: texts,
    control: z.boolean(),
    expected: z.string(),
    received: z.string(),
    call: json,
    reply: json,
  }),
);

const breaches = z.array(
  z.looseObject({ rule: text, expected: text, received: text, about: text.optional() }),
);

/** A failure in a journal. */
const failure = z.looseObject({
  k: z.literal('failure'),
  requirement: list,
  interface: z.string(),
  suite: z.string(),
  machine: z.string(),
  summary: z.string(),
  signature: storedSignature,
  breaches,
  alsoPermitted: z.array(breaches).optional(),
  sequence: z.array(
    z.looseObject({
      id: z.string(),
      operation: z.string(),
      kind: z.string(),
      uses: texts,
      data: json.optional(),
    }),
  ),
  transcript,
  steps: count,
  requestsToFind: count,
  requestsToShrink: count,
  flaky: z.boolean(),
  unconfirmed: z.string().optional(),
  rightAfterMs: count.optional(),
  failed: count,
  outOf: count,
  exclusive: z.boolean(),
  seed: z.number(),
  learned: texts.optional(),
  owed: z.array(z.looseObject({ step: z.string(), event: z.string(), times: count })).optional(),
  about: list.optional(),
  overlap: z
    .array(z.looseObject({ step: z.string(), from: z.number().optional(), to: z.number().optional() }))
    .optional(),
  neighbour: transcript.optional(),
  checkout: checkoutRecordSchema.optional(),
  reproduction: z.string(),
});

/*
 * The shape of a journal's records, as far as the reports rest on it. A journal is a file, and a file may hold anything. The checksum of a line
 * shows damage; this holds back what was never a record. Fields that are not named are kept.
 */

const times = z.record(z.string(), count);

const run = z.looseObject({
  k: z.literal('run'),
  schema: z.literal(1),
  tool: z.looseObject({
    name: z.literal('payproof'),
    version: z.string(),
    node: z.string(),
    commit: z.string().nullable().optional(),
  }),
  ...identitySchemas,
  target: z.looseObject({
    name: z.string(),
    interfaces: list,
    capabilities: list,
    means: list,
    receiverTrouble: z.string().optional(),
    browserTrouble: z.string().optional(),
    checkoutTrouble: z.string().optional(),
    given: z
      .looseObject({ tokens: count.optional(), payments: count.optional(), legacyPayments: count.optional() })
      .optional(),
  }),
  seed: z.int(),
  startedAt: z.iso.datetime({ offset: true }),
  runs: count,
  only: list,
  profile: texts,
  knownDeviations: z.array(
    z.looseObject({ requirement: z.string(), because: z.string(), since: z.string() }),
  ),
  deadlineMs: count.optional(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  ...shardSchemas,
  nightly: z
    .looseObject({ run: z.string(), forMs: count, kept: z.record(z.string(), list), trend: z.array(json) })
    .optional(),
});

const machine = z.looseObject({
  k: z.literal('machine'),
  name: z.string(),
  transitions: z.array(
    z.looseObject({
      state: z.string(),
      operation: z.string(),
      outcome: z.string(),
      to: list,
      ordinary: z.boolean(),
    }),
  ),
});

const suite = z.looseObject({
  k: z.literal('suite'),
  name: z.string(),
  event: z.enum(['start', 'progress', 'end']),
  others: count.optional(),
  note: z.string().optional(),
  planned: count.optional(),
  round: count.optional(),
  cut: z.literal(true).optional(),
  short: z.literal(true).optional(),
  at: z.number(),
});

const phase = z.enum(['explore', 'confirm', 'shrink', 'replay']);

const exchange = z.looseObject({
  k: z.literal('exchange'),
  n: z.number(),
  suite: z.string(),
  sequence: z.string(),
  step: z.string(),
  operation: z.string(),
  kind: z.string(),
  phase,
  control: z.literal(true).optional(),
  wrongKey: z.literal(true).optional(),
  at: z.number(),
  ms: z.number(),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: texts,
    body: z.string().optional(),
  }),
  reply: z.looseObject({ http: z.number(), headers: texts, body: z.string() }).optional(),
  lost: z.string().optional(),
});

const notification = z.looseObject({
  k: z.literal('notification'),
  at: z.number(),
  body: z.string(),
  headers: texts,
  answered: z.number().nullable(),
  connection: z.number().optional(),
  base64: z.string().optional(),
  path: z.string().optional(),
});

const observed = z.looseObject({ step: z.string(), request: z.string(), answer: z.string() });

const sequence = z.looseObject({
  k: z.literal('sequence'),
  id: z.string(),
  suite: z.string(),
  phase,
  planned: z.literal(true).optional(),
  digest: z.string().optional(),
  round: count.optional(),
  requests: count,
  steps: count,
  skipped: count,
  verdict: z.enum(['explained', 'violated', 'inconclusive']),
  why: z.string().optional(),
  signatures: z.array(storedSignature).optional(),
  reached: z.array(z.tuple([z.string(), z.string(), z.string()])).optional(),
  evidence: times,
  observed: z.record(z.string(), times),
  shown: z
    .array(
      z.looseObject({
        latitude: z.string(),
        choice: z.string(),
        made: observed,
        told: observed.optional(),
      }),
    )
    .optional(),
  coverage: times,
  overlap: z.string().optional(),
  ended: z.looseObject({ interface: z.string(), rules: list }).optional(),
  passed: z.record(z.string(), times).optional(),
});

const trouble = z.looseObject({
  k: z.literal('trouble'),
  at: z.number(),
  kind: z.enum(['network', 'target', 'control', 'settings', 'ours']),
  cause: z.string(),
  event: z.enum(troubleEvents).optional(),
  perSecond: z.number().optional(),
});

const resume = z.looseObject({
  k: z.literal('resume'),
  at: z.number(),
  resumedAt: z.iso.datetime({ offset: true }),
  repeats: list,
});

const end = z.looseObject({
  k: z.literal('end'),
  at: z.number(),
  interrupted: z.boolean(),
  night: z
    .looseObject({ why: z.string(), cause: z.string().optional(), planned: z.boolean(), rounds: count })
    .optional(),
});

/** One record of a journal. */
export const journalRecordSchema = z.discriminatedUnion('k', [
  run,
  machine,
  suite,
  exchange,
  notification,
  sequence,
  failure,
  trouble,
  resume,
  shardRecordSchema,
  ...cleanupSchemas,
  end,
]);
