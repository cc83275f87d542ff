import { legacyCall, resourceCall } from '../../models/right-calls.ts';
import { mapConcurrently } from '../../engine/map-concurrently.ts';
import type { Observation } from '../../engine/model.ts';
import type { CleanedRecord, CleanupEntry, OwedCapture } from '../../harness/records/cleanup-records.ts';
import { connect } from '../../harness/wire/connection.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { BudgetSpent } from '../../harness/preflight/trouble.ts';
import { mostJudged, type RunConfig } from '../run/run-config.ts';
import { isSettled, type Ledger, type LeftByRun } from './ledger.ts';
import { pathSegment } from '../../spec/forms.ts';
import { objectOf } from '../webhooks/bench.ts';
import { plainCall } from '../webhooks/plain-calls.ts';
import { steadyNow } from '../../harness/time.ts';

/** So many lost answers in a row mean that the target is away: each may have taken a time limit. */
const mostLostInARow = 3;

/** Payments that are listed at most; the others are counted. */
const mostListed = 1000;

interface CleaningUp extends LeftByRun {
  readonly config: Pick<RunConfig, 'target' | 'startedAt' | 'maxRequests' | 'looked'>;
  readonly journal: { write(record: JournalRecord): void };
  /** Ends it: what is not done by then is left. */
  readonly signal: AbortSignal;
}

/**
 * Refunds and closes what a run has left, at the target's limits, and gives what was done. Nothing of it is judged or is evidence. It ends when
 * the run may send no more requests, when the target does not answer, and with the signal.
 */
export async function cleanUp({
  config,
  ledger,
  journal,
  sent,
  gone,
  signal,
}: CleaningUp): Promise<CleanedRecord> {
  const { target, startedAt } = config;
  const why = new Map<CleanupEntry, string>();
  let stopped = gone;
  let lostInARow = 0;
  let [closed, refunded] = [0, 0];
  const connection = connect({
    target,
    startedAt,
    maxRequests: mostJudged(config),
    sent,
    answered: ledger.seen,
    journal: { write: (record) => journal.write(asCleanup(record)) },
  });
  const interrupt = (): void => {
    stopped ??= 'the time for cleaning up was over';
    connection.interrupt();
  };
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();

  const askAbout =
    (id: string) =>
    async (call: ApiCall): Promise<Observation<Reply>> => {
      const { operation } = call;
      const observation = await connection.send(call, {
        suite: 'cleanup',
        sequence: id,
        step: '',
        operation,
        kind: '',
        phase: 'explore',
      });
      lostInARow = 'lost' in observation ? lostInARow + 1 : 0;
      if ('lost' in observation && lostInARow >= mostLostInARow)
        stopped ??= `the target does not answer: ${observation.lost}`;
      return observation;
    };
  const undo = async (owed: CleanupEntry): Promise<void> => {
    if (stopped !== undefined) return;
    try {
      const done = await settle(owed, ledger, askAbout(owed.id));
      closed += done.closed;
      refunded += done.refunded;
      if (done.why !== undefined) why.set(owed, done.why);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      stopped ??= 'the run may send no more requests';
    }
  };
  const all = ledger.owing;
  try {
    await mapConcurrently(all, target.limits.concurrency, undo);
  } finally {
    signal.removeEventListener('abort', interrupt);
    await connection.close();
  }
  const left = all.flatMap((owed) => {
    const now = ledger.payment(owed.interface, owed.id);
    if (now === undefined || isSettled(now)) return [];
    const { interface: side, id, doubt } = now;
    return [{ interface: side, id, why: doubt ?? why.get(owed) ?? stopped ?? 'it is open' }];
  });
  const more = ledger.beyond + Math.max(0, left.length - mostListed);
  return {
    k: 'cleaned',
    at: steadyNow() - startedAt,
    closed,
    refunded,
    requests: connection.requests - sent,
    left: left.slice(0, mostListed),
    ...(more > 0 && { more }),
  };
}

/** What the connection journals, as a record that counts and proves nothing. */
function asCleanup(record: JournalRecord): JournalRecord {
  if (record.k !== 'exchange') return record;
  const { n, sequence, operation, at, ms, request, reply, lost } = record;
  return {
    k: 'cleanup',
    n,
    payment: sequence,
    operation,
    at,
    ms,
    request,
    ...(reply !== undefined && { reply }),
    ...(lost !== undefined && { lost }),
  };
}

/** Longest text of an answer that is shown. */
const longestShown = 60;

interface Settled {
  readonly closed: number;
  readonly refunded: number;
  /** The answer that left something, in words. */
  readonly why?: string;
}

/**
 * Undoes a payment: refunds its captures, then closes it. What was not known is read first, and what a refund or a refusal leaves open is read
 * again. The ledger has seen each answer by the time that `ask` gives it.
 */
async function settle(
  { interface: side, id }: CleanupEntry,
  ledger: Pick<Ledger, 'payment'>,
  ask: (call: ApiCall) => Promise<Observation<Reply>>,
): Promise<Settled> {
  let why: string | undefined;
  let refunded = 0;
  let closed = 0;
  const calls = callsOf[side];
  const now = () => ledger.payment(side, id);
  const read = async (): Promise<void> => {
    why = answered('the payment was read and', await ask(calls.read(id)));
  };
  if (now()?.state === 'unsure') await read();
  for (const capture of now()?.captures ?? []) {
    const observation = await ask(calls.refund(id, capture));
    if (calls.isRefunded(observation)) refunded += 1;
    else why = answered(`the refund of ${capture.id}`, observation);
  }
  if (now()?.state === 'unsure') await read();
  if (now()?.state === 'open') {
    const refusal = answered('close', await ask(calls.close(id)));
    if (now()?.state === 'open') {
      await read();
      why = refusal;
    } else closed += 1;
  }
  return { closed, refunded, ...(why !== undefined && { why }) };
}

interface Calls {
  read(id: string): ApiCall;
  refund(id: string, capture: OwedCapture): ApiCall;
  isRefunded(observation: Observation<Reply>): boolean;
  close(id: string): ApiCall;
}

const callsOf: Readonly<Record<CleanupEntry['interface'], Calls>> = {
  legacy: {
    read: (id) => plainCall('status', id),
    refund: (_id, { id: capture }) => legacyCall('refund', { capture_id: capture }, capture),
    isRefunded: (observation) =>
      'reply' in observation && objectOf(observation.reply.body)['status'] === 'refund_success',
    close: (id) => plainCall('close', id),
  },
  resource: {
    read: (id) => resourceCall('get', pathSegment(id)),
    refund: (id, { id: capture, rest }) =>
      resourceCall('refund', pathSegment(id), {
        capture_id: capture,
        ...(rest !== undefined && { amount: rest }),
      }),
    isRefunded: (observation) => 'reply' in observation && observation.reply.http < 300,
    close: (id) => resourceCall('close', pathSegment(id), {}),
  },
};

/** An answer in words: its HTTP status, and the texts that say why. */
function answered(what: string, observation: Observation<Reply>): string {
  if ('lost' in observation) return `${what} was not answered: ${observation.lost}`;
  const { http, body } = observation.reply;
  const { status, reason, code } = objectOf(body);
  const texts = [status, reason, code].filter((text) => typeof text === 'string' && text !== String(http));
  return [`${what} was answered ${http}`, ...texts.map((text) => String(text).slice(0, longestShown))].join(
    ' ',
  );
}
