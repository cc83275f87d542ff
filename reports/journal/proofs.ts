import type { ExchangeRecord, NotificationRecord } from '../../harness/records/exchange-records.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import { redacted, withoutConsumers } from '../../harness/secrets/redact.ts';
import { type Exchanged, exchanged } from './server-errors.ts';

/** The first evidence of a requirement in a run. */
export interface Proof extends Partial<Exchanged> {
  readonly suite: string;
  readonly sequence: string;
}

/** Longest request and longest answer that are kept, each: there are hundreds, and the journal has all. */
const longest = 800;

/**
 * Keeps for each requirement one example of its evidence. Sequences say which step has shown it; of races and procedures it is known that they have as a
 * whole, and they count where nothing else has shown it.
 */
export class Proofs {
  readonly #exact = new Map<string, Proof>();
  readonly #whole = new Map<string, Proof>();

  /** Adds an explored sequence with its requests; `notified` gives the notifications about them. */
  add(
    { suite, id: sequence, verdict, evidence, proves = {} }: SequenceRecord,
    exchanges: readonly ExchangeRecord[],
    notified: () => readonly NotificationRecord[],
  ): void {
    for (const [step, rules] of Object.entries(proves)) {
      const open = rules.filter((rule) => !this.#exact.has(rule) && (evidence[rule] ?? 0) > 0);
      if (open.length === 0) continue;
      const shown = step === '' ? (notifiedOf(notified()) ?? {}) : shownAt(exchanges, step);
      const proof = redacted({ suite, sequence, ...shown }, withoutConsumers);
      for (const rule of open) this.#exact.set(rule, proof);
    }
    if (verdict !== 'explained') return;
    const left = Object.keys(evidence).filter((rule) => !this.#exact.has(rule) && !this.#whole.has(rule));
    if (left.length === 0) return;
    const { step: _, ...last } = notifiedOf(notified()) ?? shownAt(exchanges, exchanges.at(-1)?.step ?? '');
    const proof = redacted({ suite, sequence, ...last }, withoutConsumers);
    for (const rule of left) this.#whole.set(rule, proof);
  }

  /** The example of each requirement that has one. */
  all(): ReadonlyMap<string, Proof> {
    return new Map([...this.#whole, ...this.#exact]);
  }
}

function shownAt(exchanges: readonly ExchangeRecord[], step: string): Partial<Exchanged> {
  const found = exchanges.find((one) => one.step === step);
  if (found === undefined) return { step };
  const { request, answer } = exchanged(found);
  return { step, request: request.slice(0, longest), answer: answer.slice(0, longest) };
}

/** Those of a sequence, a line each: which of them showed it is not noted. */
function notifiedOf(all: readonly NotificationRecord[]): Exchanged | undefined {
  const last = all.at(-1);
  if (last === undefined) return undefined;
  return {
    step: '',
    request: all
      .map(({ body }) => `notification ${body}`)
      .join('\n')
      .slice(0, longest),
    answer: last.answered === null ? 'no answer' : String(last.answered),
  };
}
