import { Big } from 'big.js';
import type { GivenLegacyPayment, GivenPayment } from '../../models/setup.ts';
import { wants, type GivenCounts } from '../../harness/given/wants.ts';
import { at, isNumber } from '../../models/checks.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import type { Means } from '../../spec/requirement.ts';
import { encoded } from '../../spec/path-segment.ts';
import { stateWord } from '../../spec/state-word.ts';
import { plainCall } from '../webhooks/plain-calls.ts';
import type { Ask, Lent } from './token-supply.ts';

/** How payments of one interface are looked at. */
interface Sort<T> {
  /** The setting, for people. */
  readonly setting: string;
  reading(given: T): ApiCall;
  /** In which way a payment is not as it was given; undefined: in none. */
  whatDiffers(given: T, reply: Reply): string | undefined;
  /** What a whole run wants, beside so many that were given, in words for people. */
  wanted(given: number): string;
}

/**
 * The payments of the settings that were made elsewhere: each is lent to one sequence, once. It is read before that: one that is not as the
 * settings say is a problem of the settings, and the next one is taken.
 */
export class PaymentSupply<T extends { readonly id: string }> {
  readonly #left: { readonly place: number; readonly given: T }[];
  readonly #count: number;
  readonly #problem: (cause: string, id: string) => void;
  readonly #sort: Sort<T>;

  /** `problem`: called for each payment that can't be used. */
  constructor(all: readonly T[], sort: Sort<T>, problem: (cause: string, id: string) => void) {
    this.#left = all.map((given, index) => ({ place: index + 1, given }));
    this.#count = all.length;
    this.#sort = sort;
    this.#problem = problem;
  }

  /** A payment that no other sequence has had, and that is as it was given; says so when none is left. */
  async take(ask: Ask): Promise<Lent> {
    const sort = this.#sort;
    for (let next = this.#left.shift(); next !== undefined; next = this.#left.shift()) {
      const { place, given } = next;
      const read = await ask(sort.reading(given));
      const wrong = 'lost' in read ? `could not be read: ${read.lost}` : sort.whatDiffers(given, read.reply);
      if (wrong === undefined) return { id: given.id };
      this.#problem(`${sort.setting}: number ${place} ${wrong}: it was not used`, given.id);
    }
    return { none: `no payment is left; ${sort.wanted(this.#count)}` };
  }
}

const textOf = (means: Means, given: GivenCounts): string =>
  wants(given).find((want) => want.means === means)?.text ?? '';

/** Payments of the resource interface. */
export const resourcePayments: Sort<GivenPayment> = {
  setting: 'resource.payments',
  reading: ({ id }) => ({
    to: 'resource',
    operation: 'get',
    method: 'GET',
    path: `/payments/${encoded(id)}`,
    credential: 'valid',
  }),
  whatDiffers,
  wanted: (payments) => textOf('payments', { payments }),
};

/** Payments of the legacy interface. What was captured of them Status does not show. */
export const legacyPayments: Sort<GivenLegacyPayment> = {
  setting: 'legacy.payments',
  reading: ({ id }) => plainCall('status', id),
  whatDiffers({ order }, { http, body }) {
    if (http >= 300) return `is answered with HTTP ${http}`;
    const status = at(body, ['status']);
    if (status !== 'open')
      return `is ${typeof status === 'string' ? status.slice(0, 30) : 'without a status'}, and must be open`;
    return otherAmount(at(body, ['amount']), Number(order['total_amount']));
  },
  wanted: (given) => textOf('legacy.payment', { legacyPayments: given }),
};

/** In which way a payment is not as it was given; undefined: in none. */
function whatDiffers({ amount, lines }: GivenPayment, { http, body }: Reply): string | undefined {
  if (http >= 300) return `is answered with HTTP ${http}`;
  const state = stateWord(at(body, ['status']))?.slice(0, 20) ?? 'without a status';
  if (state !== 'AUTHORIZED') return `is ${state}, and must be AUTHORIZED`;
  const other = otherAmount(at(body, ['amount']), amount);
  if (other !== undefined) return other;
  const items = at(body, ['order', 'items']);
  const all: readonly unknown[] = Array.isArray(items) ? items : [];
  const isLine = (line: object) => (item: unknown) =>
    Object.entries(line).every(([name, value]) => at(item, [name]) === value);
  if (lines.length > 0 && (all.length !== lines.length || !lines.every((line) => all.some(isLine(line)))))
    return 'has other lines than the settings say';
  return undefined;
}

function otherAmount(shown: unknown, amount: number | string): string | undefined {
  if (isNumber(shown) && new Big(Number(shown)).eq(amount)) return undefined;
  return `has the amount ${isNumber(shown) ? Number(shown) : 'that is no number'}, and not ${amount}`;
}
