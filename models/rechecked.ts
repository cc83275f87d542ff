import type { Check } from '../engine/model.ts';
import type { Reply } from './wire.ts';

export type Checks = readonly Check<Reply>[];

interface Checked {
  readonly checks: Checks | (() => Checks);
}

/** The outcome with its checks changed, once they are needed. */
export function rechecked<O extends Checked>(outcome: O, change: (checks: Checks) => Checks) {
  const { checks } = outcome;
  return { ...outcome, checks: (): Checks => change(typeof checks === 'function' ? checks() : checks) };
}

/** The outcome with further checks, made once they are needed. */
export function alsoChecked<O extends Checked>(outcome: O, further: () => Checks) {
  return rechecked(outcome, (checks) => [...checks, ...further()]);
}
