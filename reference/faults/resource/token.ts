import { refusals } from '../../resource/errors.ts';
import { type ResourceRules, soundResourceRules as sound } from '../../resource/rules.ts';
import type { TokenAction } from '../../resource/request-rules.ts';
import type { Suspension } from '../../resource/records.ts';
import { type Fault, fault } from '../fault.ts';
import { answering } from '../replies.ts';
import { prefixing } from './patches.ts';
import { tokenShowing, executed, suspended, resumed, isoDay } from './tokens/patches.ts';

/** An action that leaves the version of a token. */
const notRaising = (which: TokenAction): Partial<ResourceRules> =>
  executed((_after, { versionNr }, action) => (action === which ? { versionNr } : {}));

/** Shows the authority of suspensions in another way. */
const suspensionsShowing = (authorityOf: (suspension: Suspension) => string): Partial<ResourceRules> =>
  tokenShowing(({ suspensions }) => ({
    suspensions: suspensions.map((one) => ({
      timestamp: new Date(one.timestamp).toISOString(),
      authority: authorityOf(one),
    })),
  }));

/** Faults in what tokens show and count. */
export const tokenFaults: readonly Fault[] = [
  fault('token-id-prefix', 'resource.token.id', {
    summary: 'Token ids start with tkn_.',
    resource: prefixing('token', 'tkn_'),
  }),
  fault('token-consumer-id-prefix', 'resource.token.consumer-id', {
    summary: 'Consumer ids start with usr_.',
    resource: prefixing('consumer', 'usr_'),
  }),
  fault('token-merchant-id-prefix', 'resource.token.merchant-id', {
    summary: 'Merchant ids start with shop_.',
    resource: prefixing('merchant', 'shop_'),
  }),
  fault('token-wallet-default', 'resource.token.wallet-id', {
    summary: 'A token that was issued without a wallet shows the wallet main.',
    resource: { defaultWallet: () => 'main' },
  }),
  fault('token-wallet-lost', 'resource.token.wallet-id', {
    summary: 'Every token shows the default wallet instead of the chosen one.',
    resource: tokenShowing(() => ({ wallet_id: 'default' })),
  }),
  fault('token-resume-forgets-wallet', 'resource.token.wallet-id', {
    summary: 'A resume changes the wallet of a token to default.',
    resource: resumed(() => ({ walletId: 'default' })),
  }),
  fault('token-kind', 'resource.token.kind', {
    summary: 'The kind of a token is single.',
    resource: tokenShowing(() => ({ kind: 'single' })),
  }),
  fault('token-test-flag', 'resource.token.test', {
    summary: 'Tokens of a test key show test false.',
    resource: tokenShowing(() => ({ test: false })),
  }),
  fault('token-status-spelling', 'resource.token.status', {
    summary: 'A suspended token shows PAUSED.',
    resource: tokenShowing(({ status }) => ({ status: status === 'SUSPENDED' ? 'PAUSED' : status })),
  }),
  fault('token-created-at-form', 'resource.token.created-at', {
    summary: 'The creation time of a token has only the day.',
    resource: tokenShowing(({ createdAt }) => ({ created_at: isoDay(createdAt) })),
  }),
  fault('token-activated-at-moves', 'resource.token.activated-at', {
    summary: 'A resume moves activated_at by a minute.',
    resource: resumed(({ activatedAt }) => ({ activatedAt: activatedAt + 60_000 })),
  }),
  fault('token-deleted-at-from-the-start', 'resource.token.deleted-at-null', {
    summary: 'A token that is not deleted shows a deletion time.',
    resource: tokenShowing(({ updatedAt, deletedAt }) => ({
      deleted_at: new Date(deletedAt ?? updatedAt).toISOString(),
    })),
  }),
  fault('token-updated-at-goes-back', 'resource.token.updated-at-moves', {
    summary: 'An action moves updated_at of a token back by a second.',
    resource: executed((_after, { updatedAt }) => ({ updatedAt: updatedAt - 1000 })),
  }),
  fault('token-updated-at-frozen', 'resource.token.updated-at-moves', {
    summary: 'The updated_at of a token never changes.',
    resource: executed((_after, { createdAt }) => ({ updatedAt: createdAt })),
  }),
  fault('token-updated-at-moved-by-suspend-alone', 'resource.token.updated-at-moves', {
    summary: 'A resume or a delete does not change updated_at of a token.',
    resource: executed((after, before, action) => ({
      updatedAt: action === 'suspend' ? after.updatedAt : before.updatedAt,
    })),
  }),
  fault('token-version-not-raised-by-suspend', 'resource.token.version-raised', {
    summary: 'A suspend does not raise version_nr.',
    resource: notRaising('suspend'),
  }),
  fault('token-version-not-raised-by-resume', 'resource.token.version-raised', {
    summary: 'A resume does not raise version_nr.',
    resource: notRaising('resume'),
  }),
  fault('token-version-raised-by-two', 'resource.token.version-raised', {
    summary: 'A delete raises version_nr by two.',
    resource: executed(({ versionNr }, _before, action) => ({
      versionNr: action === 'delete' ? versionNr + 1 : versionNr,
    })),
  }),
  fault('token-version-stops-at-four', 'resource.token.version-raised', {
    summary: 'The version_nr of a token is never above 4.',
    resource: executed(({ versionNr }) => ({ versionNr: Math.min(4, versionNr) })),
  }),
  fault('token-version-not-raised-by-delete', 'resource.token.version-raised', {
    summary: 'A delete does not raise version_nr.',
    resource: notRaising('delete'),
  }),
  fault('token-metadata-lost-on-suspend', 'resource.token.metadata', {
    summary: 'A suspend empties the metadata of a token.',
    resource: suspended(() => ({ metadata: {} })),
  }),
  fault('token-origin-is-name', 'resource.token.origin', {
    summary: 'The consumer of a token is shown as a name only.',
    resource: tokenShowing(({ origin }) => ({ origin: origin.name1 })),
  }),
  fault('token-origin-empty', 'resource.token.origin', {
    summary: 'The consumer of a token is shown as an empty object.',
    resource: tokenShowing(() => ({ origin: {} })),
  }),
  fault('token-origin-without-name1', 'resource.token.origin-name1', {
    summary: 'The consumer of a token has no name1.',
    resource: tokenShowing(({ origin }) => ({ origin: { ...origin, name1: undefined } })),
  }),
  fault('token-origin-without-name2', 'resource.token.origin-name2', {
    summary: 'The name2 of the consumer of a token is null.',
    resource: tokenShowing(({ origin }) => ({ origin: { ...origin, name2: null } })),
  }),
  fault('token-origin-without-email', 'resource.token.origin-email', {
    summary: 'The consumer of a token has no e-mail address.',
    resource: tokenShowing(({ origin }) => ({ origin: { ...origin, email: undefined } })),
  }),
  fault('token-origin-without-phone', 'resource.token.origin-phone', {
    summary: 'The phone of the consumer of a token is empty.',
    resource: tokenShowing(({ origin }) => ({ origin: { ...origin, phone: '' } })),
  }),
  fault('token-description-lost', 'resource.token.description', {
    summary: 'Tokens show no description.',
    resource: tokenShowing(() => ({ description: null })),
  }),
  fault('token-suspensions-hidden', 'resource.token.suspensions', {
    summary: 'A suspended token shows no suspensions.',
    resource: tokenShowing(() => ({ suspensions: [] })),
  }),
  fault('token-version-as-text', 'resource.token.version-nr', {
    summary: 'Tokens show version_nr as text.',
    resource: tokenShowing(({ versionNr }) => ({ version_nr: String(versionNr) })),
  }),
  fault('token-updated-at-form', 'resource.token.updated-at', {
    summary: 'The update time of a token has only the day.',
    resource: tokenShowing(({ updatedAt }) => ({ updated_at: isoDay(updatedAt) })),
  }),
  fault('token-read-renews-suspension', 'resource.token.suspension-timestamp', {
    summary: 'A read moves the timestamp of a suspension by a second.',
    resource: {
      tokenRead: (token) => ({
        ...token,
        suspensions: token.suspensions.map((one) => ({ ...one, timestamp: one.timestamp + 1000 })),
      }),
    },
  }),
  fault('token-suspension-timestamp-of-creation', 'resource.token.suspension-timestamp', {
    summary: 'The timestamp of a suspension is the creation time of its token.',
    resource: {
      suspended: (token, entry) => sound.suspended(token, { ...entry, timestamp: token.createdAt }),
    },
  }),
  fault('token-suspension-timestamp-form', 'resource.token.suspension-timestamp', {
    summary: 'The timestamp of a suspension is in ms since the epoch.',
    resource: tokenShowing(({ suspensions }) => ({ suspensions })),
  }),
  fault('token-authority-in-capitals', 'resource.token.suspension-authority', {
    summary: 'A suspension through the API shows the authority MERCHANT.',
    resource: suspensionsShowing(({ authority }) => authority.toUpperCase()),
  }),
  fault('token-suspension-authority', 'resource.token.suspension-authority', {
    summary: 'A suspension through the API shows the authority api.',
    resource: suspensionsShowing(({ authority }) => (authority === 'merchant' ? 'api' : authority)),
  }),
  fault('token-unknown-code', 'resource.token.unknown-id', {
    summary: 'The code of an unknown token is 404 instead of token.not_found.',
    reply: { 'tokens.get': answering(refusals.tokenNotFound, 404, '404') },
  }),
];
