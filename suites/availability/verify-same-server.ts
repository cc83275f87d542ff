import { BudgetSpent } from '../../harness/preflight/trouble.ts';
import type { Observation } from '../../engine/model.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import type { Witness } from './known-reads.ts';

/** What would be reported, were the target still the server that it was. */
export interface Doubt {
  /** It is about notifications: the target may have forgotten where to send them. */
  readonly aboutNotifications: boolean;
  /** When the target was still seen to be the server that it was, ms since the epoch. */
  readonly lastSure: number;
  /** Reads of other sequences that were answered by then. */
  readonly witnesses: readonly Witness[];
  /** Payments of other sequences that were made by then, for want of witnesses. */
  readonly payments: readonly Witness[];
  /** Reads of the same sequence, of what it had made before it saw last what it now misses. */
  readonly own: readonly Witness[];
}

export type Finding =
  /** `since`: it knows what was read then. `forgets`: it has lost by itself what is older. */
  | { readonly is: 'the same'; readonly since?: number; readonly forgets?: true }
  /** It has forgotten what it knew. */
  | { readonly is: 'started anew'; readonly cause: string }
  /** Something else answers, or nothing. */
  | { readonly is: 'another'; readonly cause: string }
  /** It could not be asked. */
  | { readonly is: 'not known'; readonly cause: string };

/** How a target is looked at, beside the run: these requests are not counted and not judged. */
export interface Looking {
  /** Throws when nothing or something else answers. */
  reach(): Promise<unknown>;
  ask(call: ApiCall): Promise<Observation<Reply>>;
  /** Whether it knows a payment that was made just now; undefined when none could be made. */
  knowsFresh(): Promise<boolean | undefined>;
  /** Whether it had forgotten the webhook URL, which is set by then. */
  hasForgottenUrl(): Promise<boolean>;
  /** It was seen to lose by itself what is old: then what it has lost says nothing about a restart. */
  readonly forgets: boolean;
}

/**
 * Looks whether the target is still the server that it was: whether it answers as itself, still knows the witnesses and still has its
 * webhook URL. A single witness that it knows shows that it was not started anew.
 */
export async function verifySameServer(
  { reach, ask, knowsFresh, hasForgottenUrl, forgets }: Looking,
  { aboutNotifications, witnesses, payments, own }: Doubt,
): Promise<Finding> {
  try {
    await reach();
  } catch (error) {
    if (error instanceof BudgetSpent) throw error;
    return { is: 'another', cause: error instanceof Error ? error.message : String(error) };
  }
  let forgotten = 0;
  let since: number | undefined;
  const isSure = witnesses.length > 0;
  for (const { call, at } of isSure ? witnesses : payments) {
    const isKnown = knows(await ask(call));
    if (isKnown === false) forgotten += 1;
    if (isKnown !== true) continue;
    since = at;
    break;
  }
  if (since === undefined && forgotten > 0 && !forgets) {
    // A restart since it showed what is missed would have lost these too.
    for (const { call, at } of own)
      if (knows(await ask(call)) === true) return { is: 'the same', since: at, forgets: true };
  }
  // A target that shows no payment at all has not forgotten any.
  if (since === undefined && forgotten > 0 && !forgets && (isSure || (await knowsFresh()) === true))
    return { is: 'started anew', cause: 'it knows none of the payments and tokens that it knew before' };
  if (aboutNotifications && (await hasForgottenUrl()))
    return { is: 'started anew', cause: 'it had forgotten the webhook URL' };
  return { is: 'the same', ...(since !== undefined && { since }) };
}

/** Whether a read shows its entity; undefined: the answer does not show it. */
export function knows(observation: Observation<Reply>): boolean | undefined {
  if ('lost' in observation) return undefined;
  const { http } = observation.reply;
  if (http === 200) return true;
  return http === 400 || http === 404 || http === 410 ? false : undefined;
}
