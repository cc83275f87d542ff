import type { CoreGap } from '../../harness/means/means.ts';
import { givenParts } from '../../harness/records/run-settings.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { Means, Requirement } from '../../spec/requirement.ts';
import { isRowSelected } from '../../harness/means/selection.ts';

/** What keeps a requirement from being tested, and what would change that; absent where nothing would. */
export interface Lack {
  readonly missing: string;
  readonly give?: string;
}

/** What is missing without a means, and how to provide it. */
const offers: Readonly<Record<Means, Lack>> = {
  legacy: { missing: 'the settings have no legacy block', give: 'give one' },
  resource: { missing: 'the settings have no resource block', give: 'give one' },
  webhooks: {
    missing: 'notifications can not be received',
    give: 'give a webhooks block, and control capability webhook.register or a public_url with a path of its own that the target is set to',
  },
  'persona.approve': {
    missing: 'the settings name no consumer who is approved',
    give: 'give legacy.personas.approve',
  },
  'legacy.payment': {
    missing: 'there is no payment to work on',
    give: 'give legacy.personas.approve, a consumer who is approved, or payments that were made elsewhere as legacy.payments',
  },
  'persona.pin': {
    missing: 'the settings name no consumer who is asked for a PIN',
    give: 'give legacy.personas.pin',
  },
  'persona.reject': {
    missing: 'the settings name no consumer who is rejected',
    give: 'give legacy.personas.reject',
  },
  pin: {
    missing: 'the PIN can not be known',
    give: 'give legacy.personas.pin.pin, or offer control capability pins.read (GET /pins)',
  },
  public_key: { missing: 'the settings have no public key', give: 'give resource.public_key' },
  tokens: {
    missing: 'there is no token to create payments from',
    give: 'give ACTIVE ones as resource.tokens, a checkout that makes them, or offer control capability tokens.issue (POST /tokens)',
  },
  'tokens.change': {
    missing: 'there is no token that may be suspended, resumed and deleted',
    give: 'give some as resource.tokens with spend: true, or offer control capability tokens.issue (POST /tokens)',
  },
  payments: {
    missing: 'there is no payment to work on',
    give: 'give ACTIVE tokens as resource.tokens, payments that were made elsewhere as resource.payments, or offer control capability tokens.issue (POST /tokens)',
  },
  'tokens.issue': capability('tokens.issue', 'POST /tokens'),
  'tokens.consumer': capability('tokens.consumer', 'POST /tokens/{id}/suspend'),
  'consumers.status': capability('consumers.status', 'PUT /consumers/{consumer_id}'),
  'payments.issue': capability('payments.issue', 'POST /payments'),
  'clock.read': capability('clock.read', 'GET /clock'),
  'clock.advance': capability('clock.advance', 'POST /clock/advance'),
  passage: {
    missing: withoutCapability('clock.advance'),
    give: `${offering('POST /clock/advance')}; or run certify --real-time, which takes about half an hour`,
  },
  everybody: capability(
    'clock.advance or consumers.status',
    'POST /clock/advance or PUT /consumers/{consumer_id}',
  ),
  'webhook.register': capability('webhook.register', 'PUT /webhook'),
  'webhook.change': {
    missing:
      'the webhook URL can not be changed to that of a second receiver, which nothing is known to lead to',
    give: 'offer control capability webhook.register (PUT /webhook), and leave webhooks.public_url out where the target reaches webhooks.listen itself',
  },
  'pins.read': capability('pins.read', 'GET /pins'),
  checkout: {
    missing: 'the settings have no checkout',
    give: 'give one with script_url, the address of the checkout script (docs/checkout.md)',
  },
  tls: { missing: 'legacy.base_url is http, so that there is no handshake', give: 'give one with https' },
};

function capability(name: string, request: string): Lack {
  return { missing: withoutCapability(name), give: offering(request) };
}

function withoutCapability(name: string): string {
  return `the target does not offer control capability ${name}`;
}

function offering(request: string): string {
  return `offer ${request} and name its URL as control.url`;
}

/** A lack in words. */
const lackText = ({ missing, give }: Lack): string => (give === undefined ? missing : `${missing}: ${give}`);

/** What a row needs, each with how a target provides it. */
export function needsOffered({ needs = [] }: Requirement): readonly string[] {
  return needs.map((need) => `${need}: ${offers[need].give ?? offers[need].missing}`);
}

/** Why the core of a claimed interface can't be tried, with the setting that would change it. */
export function whyCoreIsMissing({ interface: name, ways }: CoreGap, run: RunRecord): string {
  const { interfaces } = run.target;
  if (name === 'webhooks' && !interfaces.includes('legacy'))
    return 'webhooks can not be tried: only the legacy interface sends notifications: give a legacy block, or leave the webhooks block out';
  return `the core of ${name} can not be tried: ${ways
    .slice(-1)
    .map((way) => lackText(lackOf(way, run)))
    .join('')}`;
}

/** What is missing without a means. A receiver that can't be reached says so itself. */
function lackOf(means: Means, run: RunRecord): Lack {
  const { receiverTrouble, browserTrouble } = run.target;
  if (means === 'pin' && isPinAsked(run))
    return {
      missing: 'the PIN is asked for on a terminal (legacy.personas.pin.pin is ask), and this run had none',
      give: 'run certify on a terminal, give the PIN, or offer control capability pins.read (GET /pins)',
    };
  if (means === 'checkout' && browserTrouble !== undefined) return { missing: browserTrouble };
  if (means === 'webhooks' && receiverTrouble !== undefined) return { missing: receiverTrouble };
  const { checkoutTrouble, clockTrouble } = run.target;
  if (byClock.has(means) && clockTrouble !== undefined) return { missing: clockTrouble };
  const offer = offers[means];
  return byCheckout.has(means) && checkoutTrouble !== undefined
    ? { ...offer, give: `${offer.give ?? ''}; the checkout did not help: ${checkoutTrouble}` }
    : offer;
}

/** Means that rest on the clock of control. */
const byClock: ReadonlySet<Means> = new Set(['clock.read', 'clock.advance', 'passage']);

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
  return isRowSelected(row, only);
}

/** Journals of earlier versions do not name what is implied by another means. */
function isImplied(need: Means, means: ReadonlySet<string>): boolean {
  if (need === 'payments') return means.has('tokens');
  if (need === 'legacy.payment') return means.has('persona.approve');
  return need === 'tokens.change' && means.has('tokens.issue');
}

/** Why a row can't be tested on this target, whatever is selected; undefined when it can. */
export function whyUntestable(row: Requirement, run: RunRecord): string | undefined {
  const lacks = lacksOf(row, run);
  const rest = lacks.length - mostSpelledOut;
  return lacks.length > 0
    ? [
        ...lacks.slice(0, mostSpelledOut).map(lackText),
        ...(rest > 0 ? [`and ${rest} more, which payproof explain names`] : []),
      ].join('; ')
    : undefined;
}

/** What one reason spells out, since each is a sentence. */
const mostSpelledOut = 2;

/** The same as data: all that must change before a row can be tested; none when it can. */
export function lacksOf(row: Requirement, run: RunRecord): readonly Lack[] {
  const { target } = run;
  const means = new Set(target.means);
  if (!means.has(row.document))
    return [{ missing: `${target.name} does not claim the ${row.document} interface` }];
  if (row.untestable !== undefined) return [{ missing: row.untestable }];
  if (row.byWrongKey === true && run.settings?.['limits.wrong_keys'] === 0)
    return [
      { missing: 'it takes a request with a wrong key, and limits.wrong_keys is 0', give: 'allow some' },
    ];
  if (row.byOneAddressPart === true && Number(run.settings?.[givenParts] ?? 0) > 1)
    return [
      {
        missing: 'it takes a shipping address of one part beside zip, and data.shipping_address gives more',
        give: 'give zip and one part to test it',
      },
    ];
  return missingMeans(row, run).map((need) => lackOf(need, run));
}

/** The means that a row needs and this run does not have. */
export function missingMeans({ needs = [] }: Requirement, { target }: RunRecord): readonly Means[] {
  const means = new Set(target.means);
  return needs.filter((need) => !means.has(need) && !isImplied(need, means));
}
