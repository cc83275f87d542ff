import type { Setup } from '../models/setup.ts';
import type { Means } from '../spec/requirement.ts';
import { pathOf } from './public-url.ts';
import type { Target } from './settings.ts';

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

/** What can be tested on a target, from its settings, from the capabilities that its control interface names, and from how long the run may take. */
export function meansOf(
  target: Target,
  capabilities: readonly string[],
  { realTime = false }: { readonly realTime?: boolean } = {},
): ReadonlySet<Means> {
  const { legacy, resource, webhooks } = target;
  const means = new Set<Means>(controlled.filter((capability) => capabilities.includes(capability)));
  // Minutes pass on a clock that is moved, or by themselves for who waits.
  if (realTime || means.has('clock.advance')) means.add('passage');
  if (legacy !== undefined) {
    means.add('legacy');
    for (const name of ['approve', 'pin', 'reject'] as const) {
      if (legacy.personas[name] !== undefined) means.add(`persona.${name}`);
    }
    if (legacy.personas.pin?.pin !== undefined || means.has('pins.read')) means.add('pin');
    // Without control a person has set the URL in the administration screen, so it must be one that stays: without a path it is new in each run.
    const stays = pathOf(webhooks?.publicUrl) !== undefined;
    if (webhooks !== undefined && (means.has('webhook.register') || stays)) {
      means.add('webhooks');
    }
  }
  if (resource !== undefined) {
    means.add('resource');
    if (resource.publicKey !== undefined) means.add('public_key');
    if (resource.tokens.length > 0 || means.has('tokens.issue')) means.add('tokens');
    // What holds for everybody: the target's clock, and whether a consumer is ACTIVE.
    const standing = means.has('consumers.status') && means.has('tokens.issue');
    if (standing || means.has('clock.advance')) means.add('everybody');
  }
  return means;
}

/** What a machine is told of the target: no key and no secret. */
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
    personas: target.legacy?.personas ?? {},
    validityMs: target.legacy?.validityMs ?? 0,
    amount: target.limits.amount,
    tokens: target.resource?.tokens ?? [],
    ...(testKeys !== undefined && { testKeys }),
    twoKeys,
    exclusive,
    ...(skewMs !== undefined && { skewMs }),
  };
}

/** Whether a key is one for tests; undefined where it does not tell. The document gives only the prefix sk_ (resource, Authentication); the rest is a custom that some targets keep. */
export function testKeysOf(secretKey: string | undefined): boolean | undefined {
  if (secretKey?.startsWith('sk_test_')) return true;
  if (secretKey?.startsWith('sk_live_')) return false;
  return undefined;
}
