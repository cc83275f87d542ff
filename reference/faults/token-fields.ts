import type { Token } from '../resource/records.ts';
import type { TokenAction } from '../resource/request-rules.ts';
import { type ResourceRules, soundResourceRules as sound } from '../resource/rules.ts';
import type { ReplyBody } from '../seams.ts';
import type { Fault } from './fault.ts';

/** Shows some fields of a token otherwise. */
export function tokenShowing(change: (token: Token) => ReplyBody): Pick<ResourceRules, 'tokenView'> {
  return { tokenView: (token, forms) => ({ ...sound.tokenView(token, forms), ...change(token) }) };
}

function prefixing(of: 'token' | 'consumer' | 'merchant', prefix: string): Pick<ResourceRules, 'prefix'> {
  return { prefix: (asked) => (asked === of ? prefix : sound.prefix(asked)) };
}

function notRaising(without: TokenAction): Pick<ResourceRules, 'executed'> {
  return {
    executed(token, action, now) {
      const executed = sound.executed(token, action, now);
      return action === without ? { ...executed, versionNr: token.versionNr } : executed;
    },
  };
}

const isoDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Faults of what tokens show and count. */
export const tokenFieldFaults: readonly Fault[] = [
  {
    id: 'token-id-prefix',
    requirement: 'resource.token.id',
    summary: 'Token ids start with tkn_.',
    resource: prefixing('token', 'tkn_'),
  },
  {
    id: 'token-consumer-id-prefix',
    requirement: 'resource.token.consumer-id',
    summary: 'Consumer ids start with usr_.',
    resource: prefixing('consumer', 'usr_'),
  },
  {
    id: 'token-merchant-id-prefix',
    requirement: 'resource.token.merchant-id',
    summary: 'Merchant ids start with shop_.',
    resource: prefixing('merchant', 'shop_'),
  },
  {
    id: 'token-wallet-default',
    requirement: 'resource.token.wallet-id',
    summary: 'A token that was issued without a wallet shows the wallet main.',
    resource: { defaultWallet: () => 'main' },
  },
  {
    id: 'token-wallet-lost',
    requirement: 'resource.token.wallet-id',
    summary: 'Every token shows the default wallet, the chosen one is lost.',
    resource: tokenShowing(() => ({ wallet_id: 'default' })),
  },
  {
    id: 'token-kind',
    requirement: 'resource.token.kind',
    summary: 'The kind of a token is single.',
    resource: tokenShowing(() => ({ kind: 'single' })),
  },
  {
    id: 'token-test-flag',
    requirement: 'resource.token.test',
    summary: 'Tokens of a test key show test false.',
    resource: tokenShowing(() => ({ test: false })),
  },
  {
    id: 'token-status-spelling',
    requirement: 'resource.token.status',
    summary: 'A suspended token shows PAUSED.',
    resource: tokenShowing(({ status }) => ({ status: status === 'SUSPENDED' ? 'PAUSED' : status })),
  },
  {
    id: 'token-created-at-form',
    requirement: 'resource.token.created-at',
    summary: 'The creation instant of a token shows the day alone.',
    resource: tokenShowing(({ createdAt }) => ({ created_at: isoDay(createdAt) })),
  },
  {
    id: 'token-activated-at-moves',
    requirement: 'resource.token.activated-at',
    summary: 'A resume sets activated_at anew, a minute on.',
    resource: { resumed: (token) => ({ ...sound.resumed(token), activatedAt: token.activatedAt + 60_000 }) },
  },
  {
    id: 'token-deleted-at-from-the-start',
    requirement: 'resource.token.deleted-at-null',
    summary: 'A token that is not deleted shows an instant of deletion.',
    resource: tokenShowing(({ updatedAt, deletedAt }) => ({
      deleted_at: new Date(deletedAt ?? updatedAt).toISOString(),
    })),
  },
  {
    id: 'token-updated-at-goes-back',
    requirement: 'resource.token.updated-at-moves',
    summary: 'An action moves the update instant of a token a second back.',
    resource: {
      executed: (token, action, now) => ({
        ...sound.executed(token, action, now),
        updatedAt: token.updatedAt - 1000,
      }),
    },
  },
  {
    id: 'token-version-not-raised-by-suspend',
    requirement: 'resource.token.version-raised',
    summary: 'A suspend leaves version_nr.',
    resource: notRaising('suspend'),
  },
  {
    id: 'token-version-not-raised-by-resume',
    requirement: 'resource.token.version-raised',
    summary: 'A resume leaves version_nr.',
    resource: notRaising('resume'),
  },
  {
    id: 'token-version-raised-by-two',
    requirement: 'resource.token.version-raised',
    summary: 'A delete raises version_nr by two.',
    resource: {
      executed(token, action, now) {
        const executed = sound.executed(token, action, now);
        return action === 'delete' ? { ...executed, versionNr: executed.versionNr + 1 } : executed;
      },
    },
  },
  {
    id: 'token-metadata-lost-on-suspend',
    requirement: 'resource.token.metadata',
    summary: 'A suspend empties the metadata of a token.',
    resource: { suspended: (token, entry) => ({ ...sound.suspended(token, entry), metadata: {} }) },
  },
];
