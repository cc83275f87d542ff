import type { Observation } from '../../engine/model.ts';
import type { Owed, PaymentRecord } from '../../harness/records/cleanup-records.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { afterLegacy } from './after-legacy.ts';
import { afterResource } from './after-resource.ts';

/** Payments that are remembered at most: as many as an inbox tells apart. */
const mostPayments = 50_000;

/** What is to be undone of the payments that a run has made. */
export class Ledger {
  /** Payments beyond those that are remembered. */
  beyond = 0;
  /** The fewest requests that undo all of it. */
  requests = 0;
  readonly #note: (owed: Owed) => void;
  readonly #owed = new Map<string, Owed>();
  /** Of which nothing is to be undone, unless the target shows otherwise; the oldest are forgotten. */
  readonly #settled = new Set<string>();
  /** By legacy capture, the key of its payment. */
  readonly #byCapture = new Map<string, string>();

  /** `note`: called with each payment of which there is more or less to undo than before. */
  constructor(note: (owed: Owed) => void = () => undefined) {
    this.#note = note;
  }

  /** The payments of which there is something to undo, those with captures first. */
  get owing(): readonly Owed[] {
    const all = [...this.#owed.values()];
    return [
      ...all.filter(({ captures }) => captures.length > 0),
      ...all.filter(({ captures }) => captures.length === 0),
    ];
  }

  /** What is owed of a payment; undefined: it is not one of the run. */
  payment(side: Owed['interface'], id: string): Owed | undefined {
    const key = keyOf({ interface: side, id });
    const settled = this.#settled.has(key);
    return (
      this.#owed.get(key) ?? (settled ? { interface: side, id, state: 'closed', captures: [] } : undefined)
    );
  }

  ofCapture(id: string): Owed | undefined {
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
  #put(next: Owed): boolean {
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
export function isSettled({ state, captures, doubt }: Owed): boolean {
  return state === 'closed' && captures.length === 0 && doubt === undefined;
}

/** One request for each capture and to close it; and one to see what it is, after a refund of the legacy interface too. */
function costOf({ interface: side, state, captures }: Owed): number {
  const mustBeRead = state === 'unsure' || (side === 'legacy' && captures.length > 0);
  return captures.length + (state === 'closed' ? 0 : 1) + (mustBeRead ? 1 : 0);
}

function keyOf({ interface: side, id }: Pick<Owed, 'interface' | 'id'>): string {
  return `${side} ${id}`;
}
