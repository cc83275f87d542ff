import type { Setup } from '../../models/setup.ts';
import type { Means } from '../../spec/requirement.ts';
import { isLiveKey } from '../preflight/live.ts';
import { pathOf } from '../given/webhook-settings.ts';
import type { Target } from '../settings/settings.ts';
import type { GivenCounts } from '../given/wants.ts';
import type { Scope } from './scope.ts';

/** Every capability of the control interface. */
export const controlled = [
  'tokens.issue',
  'tokens.consumer',
  'consumers.status',
  'payments.issue',
  'clock.read',
  'clock.advance',
  'webhook.register',
  'pins.read',
] as const satisfies readonly Means[];

/**
 * What can be tested on a target. It depends on its settings, the capabilities of its control interface, whether the run may wait in real time, why
 * its receiver can't be reached, why there is no browser, and whether a person at a terminal can be asked.
 */
export function meansOf(
  target: Target,
  capabilities: readonly string[],
  {
    realTime = false,
    receiverTrouble,
    browserTrouble,
    isInteractive = false,
  }: {
    readonly realTime?: boolean;
    readonly receiverTrouble?: string;
    readonly browserTrouble?: string;
    readonly isInteractive?: boolean;
  } = {},
): ReadonlySet<Means> {
  const { legacy, resource, webhooks, checkout } = target;
  const means = new Set<Means>(controlled.filter((capability) => capabilities.includes(capability)));
  // Time passes on a clock that is moved, or in real time when the run may wait.
  if (realTime || means.has('clock.advance')) means.add('passage');
  if (checkout !== undefined && browserTrouble === undefined) means.add('checkout');
  if (legacy !== undefined) {
    means.add('legacy');
    if (/^https:/i.test(legacy.baseUrl)) means.add('tls');
    for (const name of ['approve', 'pin', 'reject'] as const) {
      if (legacy.personas[name] !== undefined) means.add(`persona.${name}`);
    }
    if (legacy.personas.approve !== undefined || legacy.payments !== undefined) means.add('legacy.payment');
    const isAsked = isInteractive && legacy.asksPin === true;
    if (legacy.personas.pin?.pin !== undefined || isAsked || means.has('pins.read')) means.add('pin');
    // Without control a person enters the URL in the administration screen, so it must have a fixed path.
    const isFixed = pathOf(webhooks?.publicUrl) !== undefined;
    const isKnown = means.has('webhook.register') || isFixed;
    if (webhooks !== undefined && isKnown && receiverTrouble === undefined) {
      means.add('webhooks');
      // What leads from a public URL to us leads to one receiver.
      if (means.has('webhook.register') && webhooks.publicUrl === undefined) means.add('webhook.change');
    }
  }
  if (resource !== undefined) {
    means.add('resource');
    if (resource.publicKey !== undefined) means.add('public_key');
    const { tokens, spendable = [] } = resource;
    if (spendable.length > 0 || means.has('tokens.issue')) means.add('tokens.change');
    if (tokens.length > 0 || means.has('tokens.change')) means.add('tokens');
    const isGiven = (resource.payments ?? []).length > 0;
    if (isGiven || means.has('tokens') || means.has('payments.issue')) means.add('payments');
    // State that all sequences share: the target's clock, and whether a consumer is ACTIVE.
    const setsConsumers = means.has('consumers.status') && means.has('tokens.issue');
    if (setsConsumers || means.has('clock.advance')) means.add('everybody');
  }
  return means;
}

/** How many a target's settings give of what a run uses up; undefined where that is nothing. */
export function givenIn({ legacy, resource }: Pick<Target, 'legacy' | 'resource'>): GivenCounts | undefined {
  const { tokens = [], spendable = [], payments = [] } = resource ?? {};
  const ofLegacy = legacy?.personas.approve === undefined ? (legacy?.payments ?? []) : [];
  const ofResource = tokens.length + spendable.length === 0 ? payments : [];
  if (spendable.length + ofResource.length + ofLegacy.length === 0) return undefined;
  return {
    ...(spendable.length > 0 && { tokens: spendable.length }),
    ...(ofResource.length > 0 && { payments: ofResource.length }),
    ...(ofLegacy.length > 0 && { legacyPayments: ofLegacy.length }),
  };
}

/** What a machine may know of the target, without keys and secrets. */
export function setupOf(
  target: Target,
  means: ReadonlySet<Means>,
  { exclusive, skewMs }: { readonly exclusive: boolean; readonly skewMs?: number | undefined },
): Setup {
  const { legacy, resource } = target;
  const testKeys = testKeysOf(resource?.secretKey);
  const twoKeys = legacy !== undefined && resource !== undefined && legacy.apiKey !== resource.secretKey;
  return {
    means,
    personas: legacy?.personas ?? {},
    // Control is asked before a person is.
    ...(legacy?.asksPin === true &&
      means.has('pin') &&
      !means.has('pins.read') && { asksPin: true as const }),
    validityMs: legacy?.validityMs ?? 0,
    amount: target.limits.amount,
    ...(target.data !== undefined && { data: target.data }),
    tokens: resource?.tokens ?? [],
    ...(resource?.spendable !== undefined && { spendable: resource.spendable.length }),
    ...(resource?.payments !== undefined && { payments: resource.payments }),
    ...(legacy?.payments !== undefined && { legacyPayments: legacy.payments }),
    ...(target.limits.wrongKeys !== undefined && {
      wrongKeys: target.limits.wrongKeys === 0 ? 'nowhere' : 'on reads',
    }),
    ...(testKeys !== undefined && { testKeys }),
    twoKeys,
    exclusive,
    ...(skewMs !== undefined && { skewMs }),
  };
}

/** Whether a key is a test key; undefined when its prefix does not show it. Only sk_ is documented (resource, Authentication); the rest is convention. */
export function testKeysOf(secretKey: string | undefined): boolean | undefined {
  if (secretKey?.startsWith('sk_test_')) return true;
  if (isLiveKey(secretKey)) return false;
  return undefined;
}

/** By interface, the ways to try its core, the most general last, whose offer names the others: without one of them little of it can be tested, and no verdict on it is honest. */
const waysTo: Readonly<Record<Scope, readonly Means[]>> = {
  legacy: ['persona.approve', 'legacy.payment'],
  resource: ['tokens', 'payments'],
  webhooks: ['webhooks'],
};

/** An interface that is claimed and whose core can't be tried. */
export interface CoreGap {
  readonly interface: Scope;
  /** The means of which one would be enough. */
  readonly ways: readonly Means[];
}

/** The claimed interfaces whose core can't be tried with these means. `certify` and `doctor` both decide by it. */
export function coreGaps(
  claimed: readonly Scope[],
  means: Pick<ReadonlySet<Means>, 'has'>,
): readonly CoreGap[] {
  return claimed
    .filter((name) => !waysTo[name].some((way) => means.has(way)))
    .map((name) => ({ interface: name, ways: waysTo[name] }));
}
