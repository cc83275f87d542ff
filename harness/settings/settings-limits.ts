import { isLoopback } from '../way/loopback.ts';
import type { LimitSettings } from './settings.ts';
import { cautiousLimits, type TargetSettings, usualLimits } from './settings-schema.ts';

/** Attempts with a wrong key on a target that is not ours: enough for each row about keys, and few enough to lock no account. */
const cautiousWrongKeys = 10;

/** Whether a target is treated as one that is not ours: as its entry says, or else where an address of it is not loopback. */
export function isCautious(settings: TargetSettings): boolean {
  if (settings.kind === 'embedded') return false;
  const { legacy, resource, control, cautious } = settings;
  const addresses = [legacy?.base_url, resource?.base_url, control?.url].filter((url) => url !== undefined);
  return cautious ?? !addresses.every(isLoopback);
}

/** The limits of a target: what its entry leaves out is as usual, and with caution where it sets none at all. Wrong keys are few wherever caution is due. */
export function limitsOf(set: TargetSettings['limits'], cautious: boolean): LimitSettings {
  const {
    concurrency,
    requests_per_second: requestsPerSecond,
    max_requests: maxRequests,
    wrong_keys: wrongKeys = cautious ? cautiousWrongKeys : undefined,
    timeout: timeoutMs,
    away: awayMs,
    amount,
  } = set ?? (cautious ? cautiousLimits : usualLimits);
  return {
    concurrency,
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(wrongKeys !== undefined && { wrongKeys }),
    timeoutMs,
    awayMs,
    amount,
  };
}
