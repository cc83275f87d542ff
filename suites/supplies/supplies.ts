import type { AskPin } from '../../harness/given/ask-pin.ts';
import type { Target } from '../../harness/settings/settings.ts';
import type { GivenLegacyPayment, GivenPayment } from '../../models/setup.ts';
import { pathSegment } from '../../spec/path-segment.ts';
import { legacyPayments, PaymentSupply, resourcePayments } from './payment-supply.ts';
import { PinSupply } from './pin-supply.ts';
import { TokenSupply } from './token-supply.ts';

interface SuppliesOptions {
  /** Asks a person for a PIN. Default: nobody can be asked. */
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
