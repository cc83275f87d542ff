import { SettingsError } from '../settings/settings-error.ts';
import type { Target } from '../settings/settings.ts';

/** Nothing may be sent: the target is real money, and a consent is missing. */
export class ConsentMissing extends SettingsError {}

/** What says that a target is real money, in words; none where nothing does. */
export function liveSigns({ live, legacy, resource }: Target): readonly string[] {
  const keys = {
    'resource.secret_key': resource?.secretKey,
    'legacy.api_key': legacy?.apiKey,
    'legacy.secret': legacy?.secret,
  };
  return [
    ...Object.entries(keys).flatMap(([setting, key]) =>
      isLiveKey(key) ? [`its ${setting} starts with sk_live_`] : [],
    ),
    ...(live === undefined ? [] : [`its entry says live: ${live}`]),
  ];
}

/** Whether people want to know before the first request what will be done: the target is real money, or is not ours. */
export function isOfOthers(target: Target): boolean {
  return target.cautious === true || liveSigns(target).length > 0;
}

/** Whether a key is one for real money. Blanks before it would not keep a server from taking it. */
export function isLiveKey(key: string | undefined): boolean {
  return key !== undefined && /^\s*sk_live_/.test(key);
}

/**
 * Throws ConsentMissing unless a target is no real money, or both its entry and the command agree to spend it. To be called before anything
 * is sent.
 */
export function demandConsent(target: Target, command: boolean): void {
  const signs = liveSigns(target);
  if (signs.length === 0) return;
  const missing = [
    ...(target.live === 'accepted' ? [] : [`"live: accepted" in targets.${target.name}`]),
    ...(command ? [] : ['--live on the command line']),
  ];
  if (missing.length === 0) return;
  throw new ConsentMissing(
    `The target ${target.name} is real money (${signs.join(', ')}), and nothing was sent to it. Missing: ${missing.join(' and ')}.`,
  );
}
