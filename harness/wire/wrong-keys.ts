import type { ApiCall, Call } from '../../models/wire.ts';
import type { Target } from '../settings/settings.ts';

type Side = ApiCall['to'];

/** Whether a call has a key that is to be refused. One without any key locks no account. */
export function hasWrongKey(call: Call): call is ApiCall {
  return call.to !== 'control' && call.credential !== 'valid' && call.credential !== 'missing';
}

/** Of the attempts, so many may look for something new: the rest is for confirming what was found. */
const shareOfNew = 0.6;

/**
 * Keeps a run to `limits.wrong_keys`. What looks for something new gets an even share on each interface, and there first comes what shows a
 * requirement of its own.
 */
export class WrongKeys {
  /** Attempts so far, whatever they were for. */
  tried: number;
  readonly #most: number;
  readonly #mostNew: number;
  readonly #firsts: Readonly<Record<Side, Set<ApiCall['credential']>>>;
  readonly #new: Record<Side, number> = { legacy: 0, resource: 0 };

  constructor({ limits, legacy, resource }: Pick<Target, 'limits' | 'legacy' | 'resource'>, tried = 0) {
    this.tried = tried;
    this.#most = limits.wrongKeys ?? Infinity;
    const sides = [legacy, resource].filter((side) => side !== undefined).length;
    this.#mostNew = Math.ceil((shareOfNew * this.#most) / Math.max(1, sides));
    this.#firsts = {
      legacy: new Set(['wrong', 'other-scheme']),
      resource: new Set(resource?.publicKey === undefined ? ['wrong'] : ['wrong', 'public']),
    };
  }

  /** Whether a call that looks for something new may be sent. Sending it takes an attempt. */
  mayExplore(call: Call): boolean {
    if (!hasWrongKey(call)) return true;
    const { to, credential } = call;
    const firsts = this.#firsts[to];
    const kept = firsts.has(credential) ? 0 : firsts.size;
    return this.tried < this.#most && this.#new[to] + kept < this.#mostNew;
  }

  /** Takes an attempt; false: none is left. */
  take(call?: ApiCall): boolean {
    if (this.tried >= this.#most) return false;
    this.tried += 1;
    if (call !== undefined) this.#new[call.to] += 1;
    if (call !== undefined) this.#firsts[call.to].delete(call.credential);
    return true;
  }
}
