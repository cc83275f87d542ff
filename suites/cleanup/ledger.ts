import { legacyIds, type OperationName, resourceOperations } from '../../spec/operations.ts';
import type { Observation } from '../../engine/model.ts';
import type { CleanupEntry, PaymentRecord, OwedCapture } from '../../harness/records/cleanup-records.ts';
import type { Call, Reply, ApiCall } from '../../models/wire.ts';
import { Big } from 'big.js';
import { stateWord } from '../../spec/forms.ts';
import { objectOf } from '../webhooks/bench.ts';
import { journalBytes } from '../../harness/journal/journal-bytes.ts';
import { reduceJournal } from '../../harness/journal/read-journal.ts';
import { journalOf } from '../run/run-folder.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import { steadyNow } from '../../harness/time.ts';

/** Payments that are remembered at most: as many as an inbox distinguishes. */
const mostPayments = 50_000;

/** What is to be undone of the payments that a run has made. */
export class Ledger {
  /** Payments beyond those that are remembered. */
  beyond = 0;
  /** The fewest requests that undo all of it. */
  requests = 0;
  readonly #note: (owed: CleanupEntry) => void;
  readonly #owed = new Map<string, CleanupEntry>();
  /** Of which nothing is to be undone, unless the target shows otherwise; the oldest are forgotten. */
  readonly #settled = new Set<string>();
  /** By legacy capture, the key of its payment. */
  readonly #byCapture = new Map<string, string>();

  /** `note`: called with each payment of which there is more or less to undo than before. */
  constructor(note: (owed: CleanupEntry) => void = () => undefined) {
    this.#note = note;
  }

  /** The payments of which there is something to undo, those with captures first. */
  get owing(): readonly CleanupEntry[] {
    const all = [...this.#owed.values()];
    return [
      ...all.filter(({ captures }) => captures.length > 0),
      ...all.filter(({ captures }) => captures.length === 0),
    ];
  }

  /** What is owed of a payment; undefined: it is not one of the run. */
  payment(side: CleanupEntry['interface'], id: string): CleanupEntry | undefined {
    const key = keyOf({ interface: side, id });
    const settled = this.#settled.has(key);
    return (
      this.#owed.get(key) ?? (settled ? { interface: side, id, state: 'closed', captures: [] } : undefined)
    );
  }

  ofCapture(id: string): CleanupEntry | undefined {
    return this.#owed.get(this.#byCapture.get(id) ?? '');
  }

  /** A call was sent, and this came of it. */
  readonly seen = (call: Call, observation: Observation<Reply>): void => {
    const next =
      call.to === 'legacy' ? afterLegacy(call, observation, this) : afterResource(call, observation, this);
    if (next !== undefined && this.#put(next)) this.#note(next);
  };

  /** Takes what a journal says. */
  restore(record: PaymentRecord): void {
    const { k: _k, at: _at, ...owed } = record;
    this.#put(owed);
  }

  /** False when nothing has changed. */
  #put(next: CleanupEntry): boolean {
    const key = keyOf(next);
    const before = this.#owed.get(key);
    const isNew = before === undefined;
    if (isNew ? isSettled(next) : JSON.stringify(before) === JSON.stringify(next)) return false;
    if (isNew && this.#owed.size >= mostPayments) {
      this.beyond += 1;
      return false;
    }
    this.requests += costOf(next) - (before === undefined ? 0 : costOf(before));
    for (const { id } of before?.captures ?? []) this.#byCapture.delete(id);
    this.#settled.delete(key);
    if (isSettled(next)) {
      this.#owed.delete(key);
      this.#settled.add(key);
      const [oldest] = this.#settled;
      if (this.#settled.size > mostPayments && oldest !== undefined) this.#settled.delete(oldest);
      return true;
    }
    this.#owed.set(key, next);
    if (next.interface === 'legacy') for (const { id } of next.captures) this.#byCapture.set(id, key);
    return true;
  }
}

/** True: nothing is to be undone of it. */
export function isSettled({ state, captures, doubt }: CleanupEntry): boolean {
  return state === 'closed' && captures.length === 0 && doubt === undefined;
}

/** One request for each capture and to close it; and one to see what it is, after a refund of the legacy interface too. */
function costOf({ interface: side, state, captures }: CleanupEntry): number {
  const mustBeRead = state === 'unsure' || (side === 'legacy' && captures.length > 0);
  return captures.length + (state === 'closed' ? 0 : 1) + (mustBeRead ? 1 : 0);
}

function keyOf({ interface: side, id }: Pick<CleanupEntry, 'interface' | 'id'>): string {
  return `${side} ${id}`;
}

/** Captures of one payment at most: a payment can be captured once. */
const mostCaptures = 20;

/** The operations that make a payment, or commit money of one that was given. */
const making: ReadonlySet<string> = new Set(['create', 'capture', 'issue-payment']);

/** Those that change what is owed. */
const changing: ReadonlySet<OperationName> = new Set(['capture', 'refund', 'close'] as const);

/** What is owed of a payment by the object that a call of the resource interface brought (resource, Payment); undefined: nothing that is known has changed. */
function afterResource(
  call: Call,
  observation: Observation<Reply>,
  known: Remembered,
): CleanupEntry | undefined {
  if ('lost' in observation) return afterResourceLoss(call, known);
  const { http, body } = observation.reply;
  const shown = objectOf(body);
  const id = idOf(shown['id']);
  if (http < 200 || http > 299 || id === undefined || !Array.isArray(shown['captures'])) return undefined;
  if (known.payment('resource', id) === undefined && !making.has(call.operation)) return undefined;
  return {
    interface: 'resource',
    id,
    state: stateOf(shown['status']),
    captures: owedCaptures(shown['captures'], shown['refunds']),
  };
}

function stateOf(status: unknown): CleanupEntry['state'] {
  switch (stateWord(status) ?? '') {
    case 'AUTHORIZED':
      return 'open';
    case 'CLOSED':
    case 'REJECTED':
      return 'closed';
    default:
      return 'unsure';
  }
}

function owedCaptures(captures: readonly unknown[], refunds: unknown): readonly OwedCapture[] {
  const all = Array.isArray(refunds) ? refunds.slice(0, 1000).map(objectOf) : [];
  return captures.slice(0, mostCaptures).flatMap((one): OwedCapture[] => {
    const { id: shown, amount } = objectOf(one);
    const id = idOf(shown);
    if (id === undefined) return [];
    const own = all.filter((refund) => refund[resourceOperations.refund.uses.capture] === id);
    if (own.length === 0) return [{ id }];
    const rest = own.reduce((sum, refund) => sum.minus(amountOf(refund['amount'])), amountOf(amount));
    return rest.gt(0) ? [{ id, rest: rest.toNumber() }] : [];
  });
}

function amountOf(value: unknown): Big {
  return typeof value === 'number' && Number.isFinite(value) ? new Big(value) : new Big(0);
}

function afterResourceLoss(call: Call, known: Remembered): CleanupEntry | undefined {
  if (call.to !== 'resource') return undefined;
  if (call.operation === 'create' && call.credential === 'valid') {
    const ref = idOf(objectOf(objectOf(call.body)['order'])['order_ref']);
    const doubt = 'create was not answered: a payment with this order_ref may be open';
    return { interface: 'resource', id: ref ?? 'without order_ref', state: 'closed', captures: [], doubt };
  }
  // /payments/{id}/captures
  const [, , segment = ''] = call.path.split('/');
  const payment = changing.has(call.operation) ? known.payment('resource', decoded(segment)) : undefined;
  return payment && { ...payment, state: 'unsure' };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The payments that are remembered. */
interface Remembered {
  /** The payment of an id. */
  payment(side: CleanupEntry['interface'], id: string): CleanupEntry | undefined;
  /** The payment of a legacy capture. */
  ofCapture(id: string): CleanupEntry | undefined;
}

/** What is owed of a payment after a legacy call, by its status texts (legacy, Endpoints); undefined: nothing that is known has changed. */
function afterLegacy(
  call: ApiCall,
  observation: Observation<Reply>,
  known: Remembered,
): CleanupEntry | undefined {
  const sent = objectOf(call.body);
  if ('lost' in observation) return afterLegacyLoss(call, sent, known);
  const reply = objectOf(observation.reply.body);
  const id = idOf(sent[legacyIds.payment]) ?? idOf(reply[legacyIds.payment]);
  const payment = id === undefined ? undefined : known.payment('legacy', id);
  switch (reply['status']) {
    case 'authorize_success':
      return id === undefined ? undefined : { interface: 'legacy', id, state: 'open', captures: [] };
    case 'close_success':
    case 'close':
      return payment && { ...payment, state: 'closed' };
    case 'open':
      return payment && { ...payment, state: 'open' };
    case 'capture_success':
      return id === undefined
        ? undefined
        : captured(payment ?? fresh(id), sent, idOf(reply[legacyIds.capture]));
    case 'refund_success':
    case 'refund_fail':
      return refunded(sent, reply, known);
    default:
      return undefined;
  }
}

function fresh(id: string): CleanupEntry {
  return { interface: 'legacy', id, state: 'open', captures: [] };
}

function captured(
  payment: CleanupEntry,
  sent: Readonly<Record<string, unknown>>,
  capture: string | undefined,
): CleanupEntry {
  const isFull = !['items', 'tax', 'shipping'].some((name) => Object.hasOwn(sent, name));
  const state = isFull ? 'closed' : payment.state;
  if (capture === undefined)
    return { ...payment, state, doubt: 'a capture of it was answered without an id' };
  const others = payment.captures.filter(({ id }) => id !== capture);
  return { ...payment, state, captures: [...others, { id: capture }] };
}

/** legacy, Refund: without an amount the rest of the capture is refunded. Whether the payment is open again is not shown. */
function refunded(
  sent: Readonly<Record<string, unknown>>,
  reply: Readonly<Record<string, unknown>>,
  known: Remembered,
): CleanupEntry | undefined {
  const id = idOf(sent[legacyIds.capture]);
  const payment = id === undefined ? undefined : known.ofCapture(id);
  const capture = payment?.captures.find((one) => one.id === id);
  if (payment === undefined || capture === undefined) return undefined;
  const isWhole = !Object.hasOwn(sent, 'amount');
  const left = (captures: readonly OwedCapture[]) => [
    ...payment.captures.filter((one) => one !== capture),
    ...captures,
  ];
  if (reply['status'] === 'refund_success') {
    const state = payment.state === 'closed' ? 'unsure' : payment.state;
    return { ...payment, state, captures: left(isWhole ? [] : [{ ...capture, partly: true }]) };
  }
  // Of one that was refunded before, nothing is left then.
  if (!isWhole || capture.partly !== true || reply['reason'] !== 'invalid_amount') return undefined;
  return { ...payment, captures: left([]) };
}

function afterLegacyLoss(
  { operation, credential }: ApiCall,
  sent: Readonly<Record<string, unknown>>,
  known: Remembered,
): CleanupEntry | undefined {
  if (operation === 'authorize' && credential === 'valid') {
    const ref = idOf(objectOf(sent['order'])['order_ref']);
    const doubt = 'authorize was not answered: a payment with this order_ref may be open';
    return { interface: 'legacy', id: ref ?? 'without order_ref', state: 'closed', captures: [], doubt };
  }
  const id = idOf(sent[legacyIds.payment]);
  const payment = id === undefined ? undefined : known.payment('legacy', id);
  if (payment === undefined) return undefined;
  if (operation === 'close') return { ...payment, state: 'unsure' };
  if (operation !== 'capture') return undefined;
  return {
    ...payment,
    state: 'unsure',
    doubt: 'a capture of it was not answered, and nothing shows the id of one',
  };
}

/** Longest id that is sent again. */
const longestId = 300;

/** An id that a target gave, or a text that we sent: undefined where it could not be sent again. */
function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= longestId ? value : undefined;
}

/** What a run has left, by its journal. */
export interface LeftByRun {
  readonly ledger: Ledger;
  /** Requests that were sent, those of an earlier cleaning up included. */
  readonly sent: number;
  /** Why the target is gone; undefined while it is not known to be. */
  readonly gone?: string | undefined;
}

/** What the run in a folder has left; a journal that goes on by `write` has what comes later too. */
export async function leftByRun(
  out: string,
  { startedAt, write }: { readonly startedAt: number; readonly write: (record: JournalRecord) => void },
): Promise<LeftByRun> {
  const ledger = new Ledger((owed) => write({ k: 'payment', at: steadyNow() - startedAt, ...owed }));
  let sent = 0;
  let gone: string | undefined;
  await reduceJournal(journalBytes(journalOf({ out })), {
    payment: (record) => ledger.restore(record),
    cleanup: () => void (sent += 1),
    // Numbers of requests in the background are given twice.
    exchange: ({ control }) => void (sent += control === true ? 0 : 1),
    trouble: ({ event, cause }) => void (gone = event === 'gone' ? cause : gone),
    resume: () => void (gone = undefined),
  });
  return { ledger, sent, gone };
}
