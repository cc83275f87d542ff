import type { AskPin, PinAnswer } from '../../harness/given/ask-pin.ts';

/**
 * The one PIN of a run that a person reads from a phone. One sequence at a time may have it sent, so that the person reads the newest; the
 * first that has to know it asks.
 */
export class PinSupply {
  readonly #ask: AskPin | undefined;
  readonly #problem: (cause: string) => void;
  /** Settled once nobody has it sent any more. */
  #last: Promise<void> = Promise.resolve();
  #isAsked = false;

  /** `ask`: absent where nobody can be asked. `problem`: called when nobody typed it. */
  constructor(ask: AskPin | undefined, problem: (cause: string) => void) {
    this.#ask = ask;
    this.#problem = problem;
  }

  /** Waits until no other sequence has it; says so when the person was asked before. Whoever has it gives it back. */
  async take(): Promise<{ readonly giveBack: () => void } | { readonly none: string }> {
    const before = this.#last;
    let giveBack = (): void => undefined;
    this.#last = new Promise((resolve) => {
      giveBack = resolve;
    });
    await before;
    if (this.#ask !== undefined && !this.#isAsked) return { giveBack };
    giveBack();
    return { none: this.#ask === undefined ? 'nobody can be asked for the PIN' : askedBefore };
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
