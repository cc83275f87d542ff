import { Big } from 'big.js';
import type { GivenPayment } from '../../models/setup.ts';
import { wants } from '../../harness/wants.ts';
import { at, isNumber } from '../../models/checks.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { encoded } from '../../spec/path-segment.ts';
import type { Ask, Lent } from './token-supply.ts';

/**
 * The payments of the settings that were made elsewhere: each is lent to one sequence, once. It is read before that: one that is not as the
 * settings say is a problem of the settings, and the next one is taken.
 */
export class PaymentSupply {
  readonly #left: { readonly place: number; readonly given: GivenPayment }[];
  readonly #count: number;
  readonly #problem: (cause: string) => void;

  /** `problem`: called for each payment that can't be used. */
  constructor(all: readonly GivenPayment[], problem: (cause: string) => void) {
    this.#left = all.map((given, index) => ({ place: index + 1, given }));
    this.#count = all.length;
    this.#problem = problem;
  }

  /** A payment that no other sequence has had, and that is as it was given; says so when none is left. */
  async take(ask: Ask): Promise<Lent> {
    for (let next = this.#left.shift(); next !== undefined; next = this.#left.shift()) {
      const { place, given } = next;
      const read = await ask(reading(given.id));
      const wrong = 'lost' in read ? `could not be read: ${read.lost}` : whatDiffers(given, read.reply);
      if (wrong === undefined) return { id: given.id };
      this.#problem(`resource.payments: number ${place} ${wrong}: it was not used`);
    }
    const want = wants({ payments: this.#count }).find(({ means }) => means === 'payments');
    return { none: `no payment is left; ${want?.text}` };
  }
}

function reading(id: string): ApiCall {
  return {
    to: 'resource',
    operation: 'get',
    method: 'GET',
    path: `/payments/${encoded(id)}`,
    credential: 'valid',
  };
}

/** In which way a payment is not as it was given; undefined: in none. */
function whatDiffers({ amount, lines }: GivenPayment, { http, body }: Reply): string | undefined {
  if (http >= 300) return `is answered with HTTP ${http}`;
  const status = at(body, ['status']);
  const state = typeof status === 'string' ? status.toUpperCase().slice(0, 20) : 'without a status';
  if (state !== 'AUTHORIZED') return `is ${state}, and must be AUTHORIZED`;
  const shown = at(body, ['amount']);
  if (!isNumber(shown) || !new Big(Number(shown)).eq(amount))
    return `has the amount ${isNumber(shown) ? Number(shown) : 'that is no number'}, and not ${amount}`;
  const items = at(body, ['order', 'items']);
  const all: readonly unknown[] = Array.isArray(items) ? items : [];
  const isLine = (line: object) => (item: unknown) =>
    Object.entries(line).every(([name, value]) => at(item, [name]) === value);
  if (lines.length > 0 && (all.length !== lines.length || !lines.every((line) => all.some(isLine(line)))))
    return 'has other lines than the settings say';
  return undefined;
}
