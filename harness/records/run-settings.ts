import type { GivenData } from '../../models/setup.ts';
import type { RunSettings } from './resume-records.ts';
import type { Target } from '../settings/settings.ts';

/** The setting that counts the parts beside zip which are given of a shipping address. */
export const givenParts = 'data.shipping_address parts';

/** The setting that names the file with the traffic of others that was judged. */
export const judgedFile = 'judge file';

/** How a run was asked for. */
interface Asked {
  readonly maxRequests?: number | undefined;
  readonly realTime?: boolean | undefined;
  readonly bail: boolean;
}

/**
 * What decides which requests a run sends and how they are judged, beside its interfaces and means; nothing secret, and nothing that only decides
 * how fast it goes. An embedded target has another address each time.
 */
export function runSettings(target: Target, { maxRequests, realTime = false, bail }: Asked): RunSettings {
  const { kind, legacy, resource, webhooks, control, limits, chaos, data, cleanup = false, way } = target;
  const remote = kind === 'remote';
  return {
    kind,
    ...(remote &&
      legacy && {
        'legacy.base_url': addressOf(legacy.baseUrl),
        'legacy.authorize_path': legacy.authorizePath,
        ...(legacy.paths && { 'legacy.paths': JSON.stringify(legacy.paths) }),
        ...(legacy.payments && { 'legacy.payments': legacy.payments.length }),
        ...(legacy.asksPin && { 'legacy.personas.pin.pin': 'ask' }),
        'legacy.validity': `${legacy.validityMs} ms`,
      }),
    ...(remote &&
      resource && {
        'resource.base_url': addressOf(resource.baseUrl),
        'resource.version': resource.version,
        ...(resource.versionHeader && { 'resource.version_header': resource.versionHeader }),
        'resource.tokens': resource.tokens.length,
        ...(resource.payments && { 'resource.payments': resource.payments.length }),
        ...(resource.spendable && { 'resource.tokens with spend': resource.spendable.length }),
      }),
    ...(remote && control && { 'control.url': addressOf(control.url) }),
    ...(webhooks && { 'webhooks.deadline': `${target.notificationDeadlineMs} ms` }),
    ...(cleanup && { cleanup }),
    ...(way?.settleMs !== undefined && { settle: `${way.settleMs} ms` }),
    ...namesOf(data),
    ...(chaos && { chaos: JSON.stringify(chaos) }),
    'limits.concurrency': limits.concurrency,
    'limits.amount.min': limits.amount.min,
    'limits.amount.max': limits.amount.max,
    ...(limits.maxRequests !== undefined && { 'limits.max_requests': limits.maxRequests }),
    ...(limits.wrongKeys !== undefined && { 'limits.wrong_keys': limits.wrongKeys }),
    ...(maxRequests !== undefined && { '--max-requests': maxRequests }),
    '--real-time': realTime,
    '--bail': bail,
  };
}

/** Which data is given. The values are private. */
function namesOf({ buyer, buyerAddress, shippingAddress, wholeAmounts }: GivenData = {}): RunSettings {
  const names = Object.entries({
    'data.buyer': buyer,
    'data.buyer.address': buyerAddress,
    'data.shipping_address': shippingAddress,
  }).flatMap(([name, given]) => (given === undefined ? [] : [[name, Object.keys(given).join(', ')]]));
  return {
    ...(Object.fromEntries(names) as RunSettings),
    ...(shippingAddress && {
      [givenParts]: Object.keys(shippingAddress).filter((name) => name !== 'zip').length,
    }),
    ...(wholeAmounts === true && { 'data.whole_amounts': true }),
  };
}

/** An address without what may be secret in it. */
export function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}
