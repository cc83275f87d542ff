import { resourceCall } from '../../models/right-calls.ts';
import type { AskPin, PinAnswer } from '../../harness/given/ask-pin.ts';
import type { Target } from '../../harness/settings/settings.ts';
import type { GivenLegacyPayment, GivenPayment } from '../../models/setup.ts';
import { pathSegment, encoded, stateWord } from '../../spec/forms.ts';
import { TokenSupply, type Ask, type Lent } from './token-supply.ts';
import { Big } from 'big.js';
import { wants, type GivenCounts } from '../../harness/given/wants.ts';
import { at, isNumber } from '../../models/checks.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import type { Means } from '../../spec/requirement.ts';
import { plainCall } from '../webhooks/plain-calls.ts';

interface SuppliesOptions {
  /** Asks a person for a PIN. Default: no person can be asked. */
  readonly askPin?: AskPin | undefined;
  /** What the processes before have used up, by its id. Default: nothing. */
  readonly spent?: ReadonlySet<string> | undefined;
}

/** What the settings give for one sequence at a time. */
export class Supplies {
  readonly tokens: TokenSupply;
  readonly payments: PaymentSupply<GivenPayment>;
  readonly legacyPayments: PaymentSupply<GivenLegacyPayment>;
  readonly pin: PinSupply;
  readonly #pending = new Set<Promise<void>>();

  /** `problem`: called for what is not as the settings say. */
  constructor(
    { legacy, resource }: Pick<Target, 'legacy' | 'resource'>,
    problem: (cause: string) => void,
    { askPin, spent = new Set() }: SuppliesOptions = {},
  ) {
    const ofGiven = (cause: string, id: string): void => {
      // What the run itself has used up before it broke off is no problem of the settings.
      if (!spent.has(id) && !spent.has(pathSegment(id))) problem(cause);
    };
    this.tokens = new TokenSupply(resource?.spendable ?? [], ofGiven);
    this.payments = new PaymentSupply(resource?.payments ?? [], resourcePayments, ofGiven);
    this.legacyPayments = new PaymentSupply(legacy?.payments ?? [], legacyPayments, ofGiven);
    this.pin = new PinSupply(askPin, problem);
  }

  /** Notes what is under way when a sequence has ended. */
  pending(work: Promise<void>): void {
    const settled = work.catch(() => undefined).finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }
}

/**
 * The one PIN of a run that a person reads from a phone. One sequence at a time may have it sent, so that the person reads the newest; the
 * first that has to know it asks.
 */
class PinSupply {
  readonly #ask: AskPin | undefined;
  readonly #problem: (cause: string) => void;
  /** Settled once no sequence has it sent any more. */
  #last: Promise<void> = Promise.resolve();
  #isAsked = false;

  /** `ask`: absent where no person can be asked. `problem`: called when it was not typed. */
  constructor(ask: AskPin | undefined, problem: (cause: string) => void) {
    this.#ask = ask;
    this.#problem = problem;
  }

  /** Waits until no other sequence has it; says so when the person was asked before. The sequence that has it gives it back. */
  async take(): Promise<{ readonly giveBack: () => void } | { readonly none: string }> {
    const before = this.#last;
    let giveBack = (): void => undefined;
    this.#last = new Promise((resolve) => {
      giveBack = resolve;
    });
    await before;
    if (this.#ask !== undefined && !this.#isAsked) return { giveBack };
    giveBack();
    return { none: this.#ask === undefined ? 'no person can be asked for the PIN' : askedBefore };
  }

  /** Asks the person, once. */
  async read(): Promise<PinAnswer> {
    if (this.#ask === undefined || this.#isAsked) return { none: askedBefore };
    this.#isAsked = true;
    const answer = await this.#ask();
    if ('none' in answer) this.#problem(`legacy.personas.pin: ${answer.none}`);
    return answer;
  }
}

const askedBefore = 'a person is asked for one PIN in a run, and was';

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
  reading: ({ id }) => resourceCall('get', encoded(id)),
  whatDiffers,
  wanted: (payments) => textOf('payments', { payments }),
};

/** Payments of the legacy interface. What was captured of them Status does not show. */
const legacyPayments: Sort<GivenLegacyPayment> = {
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
