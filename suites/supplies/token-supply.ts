import { resourceCall } from '../../models/right-calls.ts';
import { encoded, stateWord } from '../../spec/forms.ts';
import type { Observation } from '../../engine/model.ts';
import { wants } from '../../harness/given/wants.ts';
import { at } from '../../models/checks.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';

/** Sends a call of the run's own, which belongs to no sequence and is not judged. */
export type Ask = (call: ApiCall) => Promise<Observation<Reply>>;

interface Given {
  readonly id: string;
  /** Its place in the settings, for people. */
  readonly place: number;
  /** Whether it is known to be ACTIVE. */
  sure: boolean;
}

/** What became of a token that was asked for. */
export type Lent = { readonly id: string } | { readonly none: string };

/**
 * The tokens of the settings that may be suspended, resumed and deleted. Each is lent to one sequence at a time, and resumed between two of
 * them. One that is not ACTIVE and can't be resumed is a problem of the settings, and is named.
 */
export class TokenSupply {
  readonly #free: Given[];
  readonly #lent = new Map<string, Given>();
  readonly #waiting: (() => void)[] = [];
  readonly #given: number;
  readonly #problem: (cause: string, id: string) => void;

  /** `problem`: called for each token that can't be used. */
  constructor(ids: readonly string[], problem: (cause: string, id: string) => void) {
    this.#free = ids.map((id, index) => ({ id, place: index + 1, sure: false }));
    this.#given = ids.length;
    this.#problem = problem;
  }

  /** A token that no other sequence has, and that is ACTIVE. Waits until one is given back; says so when none is left. */
  async take(ask: Ask): Promise<Lent> {
    for (;;) {
      const next = this.#free.shift();
      if (next !== undefined) {
        this.#lent.set(next.id, next);
        if (next.sure || (await this.#makeActive(next, ask))) return { id: next.id };
        this.#remove(next);
      } else if (this.#lent.size === 0) return { none: this.#usedUp() };
      else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Takes a token back. `touched`: requests were sent that may have suspended it. `deleted`: also such that may have deleted it. */
  async giveBack(
    id: string,
    ask: Ask,
    { touched, deleted }: { readonly touched: boolean; readonly deleted: boolean },
  ): Promise<void> {
    const token = this.#lent.get(id);
    if (token === undefined) return;
    if (touched && !(await this.#makeActive(token, ask, deleted))) return this.#remove(token);
    this.#lent.delete(id);
    this.#free.push(token);
    this.#wake();
  }

  /** Reads a token, and resumes it where it is SUSPENDED. False when it can't be used. An unanswered read leaves that to the sequence. */
  async #makeActive(token: Given, ask: Ask, deleted = false): Promise<boolean> {
    const read = await ask(resourceCall('token-get', token.id));
    if ('lost' in read) return !(token.sure = false);
    let shown = stateIn(read.reply);
    if (shown === 'SUSPENDED') {
      const resumed = await ask(resuming(token.id, walletIn(read.reply)));
      shown = 'lost' in resumed ? shown : stateIn(resumed.reply);
    }
    token.sure = shown === 'ACTIVE';
    // What the suite has deleted itself is no problem.
    if (!token.sure && !deleted)
      this.#problem(
        `resource.tokens: number ${token.place} with spend: true is ${shown}: it must be ACTIVE, and was not used`,
        token.id,
      );
    return token.sure;
  }

  #remove({ id }: Given): void {
    this.#lent.delete(id);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #usedUp(): string {
    const [tokens] = wants({ tokens: this.#given });
    return `no token is left; ${tokens?.text}`;
  }
}

function resuming(id: string, wallet: string | undefined): ApiCall {
  const reason = { code: 'merchant.requested', description: 'between two sequences of a test run' };
  const body = { ...(wallet !== undefined && { wallet_id: wallet }), reason };
  return resourceCall('resume', encoded(id), body);
}

function walletIn({ body }: Reply): string | undefined {
  const wallet = at(body, ['wallet_id']);
  return typeof wallet === 'string' && wallet !== '' ? wallet : undefined;
}

/** The status that a token shows, in capitals, or what came instead. */
function stateIn({ http, body }: Reply): string {
  const state = stateWord(at(body, ['status']));
  return http >= 300 || state === undefined ? `answered with HTTP ${http}` : state.slice(0, 20);
}
