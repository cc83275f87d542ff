import type { AskPin } from '../../harness/ask-pin.ts';
import type { Target } from '../../harness/settings.ts';
import type { GivenLegacyPayment, GivenPayment } from '../../models/setup.ts';
import { legacyPayments, PaymentSupply, resourcePayments } from './payment-supply.ts';
import { PinSupply } from './pin-supply.ts';
import { TokenSupply } from './token-supply.ts';

/** What the settings give for one sequence at a time. */
export class Supplies {
  readonly tokens: TokenSupply;
  readonly payments: PaymentSupply<GivenPayment>;
  readonly legacyPayments: PaymentSupply<GivenLegacyPayment>;
  readonly pin: PinSupply;
  readonly #pending = new Set<Promise<void>>();

  /** `problem`: called for what is not as the settings say. `askPin`: asks a person for a PIN; absent where nobody can be asked. */
  constructor(
    { legacy, resource }: Pick<Target, 'legacy' | 'resource'>,
    problem: (cause: string) => void,
    askPin?: AskPin,
  ) {
    this.tokens = new TokenSupply(resource?.spendable ?? [], problem);
    this.payments = new PaymentSupply(resource?.payments ?? [], resourcePayments, problem);
    this.legacyPayments = new PaymentSupply(legacy?.payments ?? [], legacyPayments, problem);
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
