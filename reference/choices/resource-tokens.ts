import { answering } from '../faults/replies.ts';
import { refusals } from '../resource/errors.ts';
import type { Token } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, own } from './choice.ts';

const counted = (token: Token, now: number): Token => ({
  ...token,
  versionNr: token.versionNr + 1,
  updatedAt: now,
});

/** Answers to what the document leaves open about tokens. */
export const resourceTokenChoices: readonly Choice[] = [
  own('resource.token.version-on-read', 'uncounted'),
  {
    latitude: 'resource.token.version-on-read',
    choice: 'counted',
    resource: { tokenRead: counted, tokenListed: counted },
  },
  {
    latitude: 'resource.token.version-on-read',
    choice: 'counted-afterwards',
    resource: { tokenAfterRead: counted },
  },
  own('resource.token.version-on-payment', 'uncounted'),
  { latitude: 'resource.token.version-on-payment', choice: 'counted', resource: { tokenCharged: counted } },
  own('resource.token.version-on-refusal', 'uncounted'),
  { latitude: 'resource.token.version-on-refusal', choice: 'counted', resource: { tokenRefused: counted } },
  own('resource.token-get.deleted', 'not-found'),
  {
    latitude: 'resource.token-get.deleted',
    choice: 'record',
    resource: { reachable: (token, use) => use === 'get' || sound.reachable(token, use) },
  },
  own('resource.token-list.paging', 'whole'),
  {
    latitude: 'resource.token-list.paging',
    choice: 'paged',
    // The newest twenty.
    reply: {
      'tokens.list': (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: (reply.body as readonly unknown[]).slice(-20) } : reply,
    },
  },
  own('resource.token.other-wallet', 'served'),
  {
    latitude: 'resource.token.other-wallet',
    choice: 'refused',
    resource: {
      walletMatches: (token, walletId) => (walletId ?? sound.defaultWallet()) === token.walletId,
    },
  },
  own('resource.token.empty-wallet', 'refused'),
  { latitude: 'resource.token.empty-wallet', choice: 'served', resource: { walletIdFits: () => true } },
  own('resource.suspend.suspended-code', 'token.suspended'),
  {
    latitude: 'resource.suspend.suspended-code',
    choice: 'token.not_found',
    reply: { 'tokens.suspend': answering(refusals.tokenSuspended, 404, 'token.not_found') },
  },
];
