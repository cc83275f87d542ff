import { answering } from '../faults/replies.ts';
import type { ReplyBody } from '../seams.ts';
import { refusals } from '../resource/errors.ts';
import type { Token } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, choice } from './choice.ts';

const counted = (token: Token, now: number): Token => ({
  ...token,
  versionNr: token.versionNr + 1,
  updatedAt: now,
});

/** Pages beside that of the newest twenty: their lengths, and the token with which they begin. */
const otherPages = [
  [5, 'oldest'],
  [18, 'oldest'],
  [5, 'newest'],
  [18, 'newest'],
] as const;

function paged(length: number, first: 'newest' | 'oldest'): Choice {
  const page = (tokens: readonly ReplyBody[]) =>
    (first === 'oldest' ? tokens : tokens.toReversed()).slice(0, length);
  return choice('resource.token-list.paging', 'paged', {
    reply: {
      'tokens.list': (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: page(reply.body as readonly ReplyBody[]) } : reply,
    },
  });
}

/** Answers to what the document leaves open about tokens. */
export const resourceTokenChoices: readonly Choice[] = [
  choice('resource.token.version-on-read', 'uncounted'),
  choice('resource.token.version-on-read', 'counted', {
    resource: { tokenRead: counted, tokenListed: counted },
  }),
  choice('resource.token.version-on-read', 'counted-afterwards', { resource: { tokenAfterRead: counted } }),
  choice('resource.token.version-on-payment', 'uncounted'),
  choice('resource.token.version-on-payment', 'counted', { resource: { tokenCharged: counted } }),
  choice('resource.token.version-on-refusal', 'uncounted'),
  choice('resource.token.version-on-refusal', 'counted', { resource: { tokenRefused: counted } }),
  choice('resource.token-get.deleted', 'not-found'),
  choice('resource.token-get.deleted', 'record', {
    resource: { reachable: (token, use) => use === 'get' || sound.reachable(token, use) },
  }),
  choice('resource.token-list.paging', 'whole'),
  paged(20, 'newest'),
  ...otherPages.map(([length, first]) => ({
    ...paged(length, first),
    variant: `${length} tokens, ${first} first`,
  })),
  choice('resource.token-list.consumers', 'several'),
  choice('resource.token-list.consumers', 'one', { resource: { ownConsumer: () => false } }),
  choice('resource.token.other-wallet', 'served'),
  choice('resource.token.other-wallet', 'refused', {
    resource: {
      // An empty one is an open point of its own.
      walletMatches: (token, walletId) =>
        walletId === '' || (walletId ?? sound.defaultWallet()) === token.walletId,
    },
  }),
  choice('resource.token.empty-wallet', 'refused'),
  choice('resource.token.empty-wallet', 'served', { resource: { walletIdFits: () => true } }),
  choice('resource.suspend.suspended-code', 'token.suspended'),
  choice('resource.suspend.suspended-code', 'token.not_found', {
    reply: { 'tokens.suspend': answering(refusals.tokenSuspended, 404, 'token.not_found') },
  }),
];
