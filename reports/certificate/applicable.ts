import type { CoreGap } from '../../harness/means/means.ts';
import { givenParts } from '../../harness/records/run-settings.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { Means, Requirement } from '../../spec/requirement.ts';
import { isSelected, scopeOf } from '../../harness/means/scope.ts';

/** What is missing without a means, and how to provide it. */
const offers: Readonly<Record<Means, string>> = {
  legacy: 'the settings have no legacy block: give one',
  resource: 'the settings have no resource block: give one',
  webhooks:
    'notifications can not be received: give a webhooks block, and control capability webhook.register or a public_url with a path of its own that the target is set to',
  'persona.approve': 'the settings name no consumer who is approved: give legacy.personas.approve',
  'legacy.payment':
    'there is no payment to work on: give legacy.personas.approve, a consumer who is approved, or payments that were made elsewhere as legacy.payments',
  'persona.pin': 'the settings name no consumer who is asked for a PIN: give legacy.personas.pin',
  'persona.reject': 'the settings name no consumer who is rejected: give legacy.personas.reject',
  pin: 'the PIN can not be known: give legacy.personas.pin.pin, or offer control capability pins.read (GET /pins)',
  public_key: 'the settings have no public key: give resource.public_key',
  tokens:
    'there is no token to create payments from: give ACTIVE ones as resource.tokens, a checkout that makes them, or offer control capability tokens.issue (POST /tokens)',
  'tokens.change':
    'there is no token that may be suspended, resumed and deleted: give some as resource.tokens with spend: true, or offer control capability tokens.issue (POST /tokens)',
  payments:
    'there is no payment to work on: give ACTIVE tokens as resource.tokens, payments that were made elsewhere as resource.payments, or offer control capability tokens.issue (POST /tokens)',
  'tokens.issue': capability('tokens.issue', 'POST /tokens'),
  'tokens.consumer': capability('tokens.consumer', 'POST /tokens/{id}/suspend'),
  'consumers.status': capability('consumers.status', 'PUT /consumers/{consumer_id}'),
  'payments.issue': capability('payments.issue', 'POST /payments'),
  'clock.read': capability('clock.read', 'GET /clock'),
  'clock.advance': capability('clock.advance', 'POST /clock/advance'),
  passage: `${capability('clock.advance', 'POST /clock/advance')}; or run certify --real-time, which takes about half an hour`,
  everybody: capability(
    'clock.advance or consumers.status',
    'POST /clock/advance or PUT /consumers/{consumer_id}',
  ),
  'webhook.register': capability('webhook.register', 'PUT /webhook'),
  'webhook.change':
    'the webhook URL can not be changed to that of a second receiver, which nothing is known to lead to: offer control capability webhook.register (PUT /webhook), and leave webhooks.public_url out where the target reaches webhooks.listen itself',
  'pins.read': capability('pins.read', 'GET /pins'),
  checkout:
    'the settings have no checkout: give one with script_url, the address of the checkout script (docs/checkout.md)',
  tls: 'legacy.base_url is http, so that there is no handshake: give one with https',
};

function capability(name: string, request: string): string {
  return `the target does not offer control capability ${name}: offer ${request} and name its URL as control.url`;
}

/** Why the core of a claimed interface can't be tried, with the setting that would change it. */
export function whyCoreIsMissing({ interface: name, ways }: CoreGap, run: RunRecord): string {
  const { interfaces } = run.target;
  if (name === 'webhooks' && !interfaces.includes('legacy'))
    return 'webhooks can not be tried: only the legacy interface sends notifications: give a legacy block, or leave the webhooks block out';
  return `the core of ${name} can not be tried: ${ways
    .slice(-1)
    .map((way) => offerOf(way, run))
    .join('')}`;
}

/** What is missing without a means. A receiver that can't be reached says so itself. */
function offerOf(means: Means, run: RunRecord): string {
  const { receiverTrouble, browserTrouble } = run.target;
  if (means === 'pin' && isPinAsked(run))
    return 'the PIN is asked for on a terminal (legacy.personas.pin.pin is ask), and this run had none: run certify on a terminal, give the PIN, or offer control capability pins.read (GET /pins)';
  if (means === 'checkout' && browserTrouble !== undefined) return browserTrouble;
  if (means === 'webhooks' && receiverTrouble !== undefined) return receiverTrouble;
  const { checkoutTrouble } = run.target;
  return byCheckout.has(means) && checkoutTrouble !== undefined
    ? `${offers[means]}; the checkout did not help: ${checkoutTrouble}`
    : offers[means];
}

/** Means that a checkout provides too. */
const byCheckout: ReadonlySet<Means> = new Set(['tokens', 'tokens.change', 'payments']);

/** Whether a person is to be asked for the PIN. */
export function isPinAsked({ settings }: RunRecord): boolean {
  return settings?.['legacy.personas.pin.pin'] === 'ask';
}

/** Why a row can't be tested in this run, or is not selected; undefined when it is tested. */
export function whyNotApplicable(row: Requirement, run: RunRecord): string | undefined {
  return whyUntestable(row, run) ?? (isLeftOut(row, run) ? 'not selected' : undefined);
}

/** Whether a row could be tested in this run, but is not selected. */
export function isLeftOut(row: Requirement, run: RunRecord): boolean {
  return whyUntestable(row, run) === undefined && !isAskedFor(row, run);
}

/** Whether a run was asked to test a row, as far as `--only` goes. */
export function isAskedFor(row: Requirement, { only }: Pick<RunRecord, 'only'>): boolean {
  return isSelected([scopeOf(row)], only);
}

/** Journals of earlier versions do not name what is implied by another means. */
function isImplied(need: Means, means: ReadonlySet<string>): boolean {
  if (need === 'payments') return means.has('tokens');
  if (need === 'legacy.payment') return means.has('persona.approve');
  return need === 'tokens.change' && means.has('tokens.issue');
}

/** Why a row can't be tested on this target, whatever is selected; undefined when it can. */
export function whyUntestable(row: Requirement, run: RunRecord): string | undefined {
  const { target } = run;
  const means = new Set(target.means);
  if (!means.has(row.document)) return `${target.name} does not claim the ${row.document} interface`;
  if (row.untestable !== undefined) return row.untestable;
  if (row.byWrongKey === true && run.settings?.['limits.wrong_keys'] === 0)
    return 'it takes a request with a wrong key, and limits.wrong_keys is 0: allow some';
  if (row.byOneAddressPart === true && Number(run.settings?.[givenParts] ?? 0) > 1)
    return 'it takes a shipping address of one part beside zip, and data.shipping_address gives more: give zip and one part to test it';
  const missing = missingMeans(row, run);
  return missing.length > 0 ? missing.map((need) => offerOf(need, run)).join('; ') : undefined;
}

/** The means that a row needs and this run does not have. */
export function missingMeans({ needs = [] }: Requirement, { target }: RunRecord): readonly Means[] {
  const means = new Set(target.means);
  return needs.filter((need) => !means.has(need) && !isImplied(need, means));
}
