import type { Signature } from '../../../engine/judge/signature.ts';
import type { ExchangeRecord } from '../../../harness/records/exchange-records.ts';
import type { ExperimentRecord } from '../../../harness/records/experiment-record.ts';
import type { FailureRecord, TranscriptLine } from '../../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import type { SequenceRecord } from '../../../harness/records/sequence-record.ts';
import type { Register } from '../../../reports/register.ts';
import type { Requirement } from '../../../spec/requirement.ts';

/** A small register: one row for each way in which a row can end. */
export const register: Register = {
  requirements: [
    row('legacy.capture.full-closes'),
    row('legacy.capture.issues-id'),
    row('legacy.capture.may-round', { level: 'may' }),
    row('legacy.pin.asked', { needs: ['persona.pin'] }),
    row('legacy.tls.modern', { untestable: 'no check over HTTP can tell' }),
    row('resource.create.authorized', { document: 'resource' }),
  ],
  latitudes: [
    {
      id: 'legacy.refund.payment-state',
      document: 'legacy',
      section: 'States and transitions',
      question: 'What becomes of the payment?',
      choices: ['unchanged', 'reopens'],
    },
  ],
};

export function row(id: string, more: Partial<Requirement> = {}): Requirement {
  return {
    id,
    document: 'legacy',
    section: 'States and transitions',
    operation: 'capture',
    level: 'must',
    text: `What ${id} asks`,
    ...more,
  };
}

export function runRecord(more: Partial<RunRecord> = {}): RunRecord {
  return {
    k: 'run',
    schema: 1,
    tool: { name: 'payproof', version: '0.1.0', node: '20.19.0' },
    target: {
      name: 'sandbox',
      interfaces: ['legacy'],
      capabilities: [],
      means: ['legacy', 'persona.approve'],
    },
    seed: 42,
    startedAt: '2026-01-31T09:00:00.000Z',
    runs: 10,
    only: [],
    profile: {},
    knownDeviations: [],
    ...more,
  };
}

export function sequenceRecord(
  evidence: Readonly<Record<string, number>>,
  more: Partial<SequenceRecord> = {},
): SequenceRecord {
  return {
    k: 'sequence',
    id: 'a/1',
    suite: 'legacy/lifecycle',
    phase: 'explore',
    requests: 2,
    steps: 2,
    skipped: 0,
    verdict: 'explained',
    evidence,
    observed: {},
    coverage: { 'legacy | open | capture full | captured': 1 },
    ...more,
  };
}

export const endRecord = { k: 'end', at: 1234, interrupted: false } as const;

export function line(more: Partial<TranscriptLine> = {}): TranscriptLine {
  return {
    step: 's1',
    operation: 'authorize',
    kind: 'approved',
    uses: {},
    control: false,
    expected: 'authorized',
    http: 200,
    received: '200 authorize_success',
    call: {
      to: 'legacy',
      operation: 'authorize',
      method: 'POST',
      path: '/pay/authorize',
      body: { order: { order_ref: 'A-1' } },
      credential: 'valid',
      checksum: { of: '100store', encoding: 'hex' },
    },
    reply: { payment_id: 'P-77', status: 'authorize_success', test: true },
    ...more,
  };
}

const capture = line({
  step: 's2',
  operation: 'capture',
  kind: 'full',
  uses: { payment: 's1' },
  http: 200,
  received: '200 capture_success',
  call: {
    to: 'legacy',
    operation: 'capture',
    method: 'POST',
    path: '/pay/capture',
    body: { payment_id: 'P-77' },
    credential: 'valid',
    checksum: { of: 'P-77', encoding: 'base64' },
  },
  reply: { payment_id: 'P-77', capture_id: 'C-1', status: 'capture_success' },
});

export function signature(at: Signature['at']): Signature {
  return { at, operations: ['capture'], rules: ['legacy.capture.full-closes'] };
}

export function failureRecord(more: Partial<FailureRecord> = {}): FailureRecord {
  return {
    k: 'failure',
    requirement: ['legacy.capture.full-closes'],
    interface: 'legacy',
    suite: 'legacy/lifecycle',
    machine: 'legacy',
    summary: 'a full capture leaves the payment open',
    signature: signature('reply'),
    breaches: [
      {
        rule: 'legacy.capture.full-closes',
        expected: 'status "close"',
        received: 'status "open"',
        expect: [{ at: 'status', must: { is: 'close' } }],
      },
    ],
    sequence: [
      { id: 's1', operation: 'authorize', kind: 'approved', uses: {}, data: { total: 100 } },
      { id: 's2', operation: 'capture', kind: 'full', uses: { payment: 's1' } },
    ],
    transcript: [line(), capture],
    steps: 2,
    requestsToFind: 57,
    requestsToShrink: 31,
    flaky: false,
    failed: 2,
    outOf: 2,
    exclusive: false,
    seed: 42,
    reproduction: '1-capture-full-closes',
    ...more,
  };
}

/** A payment that was captured and closed at once, seen in one of eight races. */
export function lostRace(): FailureRecord {
  const close = { ...(capture.call as object), operation: 'close', path: '/pay/close' };
  return failureRecord({
    suite: 'legacy/races',
    transcript: [
      line(),
      { ...capture, http: 200, received: '200 close_success', operation: 'close', step: 's3', call: close },
      capture,
    ],
    // The capture was sent first, and answered last.
    overlap: [
      { step: 's2', from: 0, to: 22 },
      { step: 's3', from: 1, to: 4 },
    ],
    failed: 1,
    outOf: 8,
  });
}

export function exchangeRecord(more: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    k: 'exchange',
    n: 1,
    suite: 'legacy/lifecycle',
    sequence: 'c/1',
    step: 's1',
    operation: 'authorize',
    kind: 'approved',
    phase: 'confirm',
    at: 10,
    ms: 2,
    request: {
      method: 'POST',
      url: 'http://t.test/pay/authorize',
      headers: { 'content-type': 'application/json' },
    },
    reply: { http: 200, headers: { 'content-type': 'application/json' }, body: '{"payment_id":"P-77"}' },
    ...more,
  };
}

/** A run that found one violation, with the requests of a confirming run in the journal. */
export function failingRun(): readonly JournalRecord[] {
  return [
    runRecord(),
    { k: 'suite', name: 'legacy/lifecycle', event: 'start', at: 1 },
    exchangeRecord({ sequence: 'a/1', phase: 'explore' }),
    sequenceRecord({ 'legacy.capture.issues-id': 3 }),
    exchangeRecord({ n: 2 }),
    exchangeRecord({ n: 3, step: 's2', operation: 'capture', kind: 'full' }),
    exchangeRecord({ n: 3, step: 's2', operation: 'clock', kind: 'read', control: true, sequence: 'b/1' }),
    sequenceRecord({ 'legacy.capture.issues-id': 9 }, { id: 'c/1', phase: 'confirm', verdict: 'violated' }),
    failureRecord(),
    { k: 'notification', at: 40, body: '{"payment_id":"pay_1"}', headers: {}, answered: 200 },
    { k: 'trouble', at: 50, kind: 'network', cause: 'reset' },
    { k: 'trouble', at: 51, kind: 'network', cause: 'reset' },
    { k: 'suite', name: 'legacy/lifecycle', event: 'end', at: 60 },
    endRecord,
  ];
}

/** What came of an experiment on the register's open point. */
export function experimentRecord(more: Partial<ExperimentRecord> = {}): ExperimentRecord {
  const point = 'legacy.refund.payment-state';
  const failure = failureRecord({
    requirement: [],
    reproduction: 'open-point-1',
    failed: 2,
    outOf: 4,
    assumed: { point, choice: 'unchanged' },
  });
  return {
    k: 'experiment',
    point,
    usual: 'unchanged',
    other: 'reopens',
    ended: 'suspicion',
    requests: 20,
    failure,
    ...more,
  };
}
