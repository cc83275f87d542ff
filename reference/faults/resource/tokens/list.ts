import type { ReplyBody, ReplyWrapper } from '../../../seams.ts';
import { type Fault, fault } from '../../fault.ts';
import { succeeding } from '../../replies.ts';
import { tokenShowing } from './patches.ts';

/** Changes the list of tokens; refusals pass. */
function listing(change: (tokens: readonly ReplyBody[]) => readonly ReplyBody[]): ReplyWrapper {
  return (reply) =>
    Array.isArray(reply.body) ? { ...reply, body: change(reply.body as readonly ReplyBody[]) } : reply;
}

/** Shows fields of the listed tokens in another way. */
const listShowing = (change: (token: ReplyBody) => ReplyBody): ReplyWrapper =>
  listing((tokens) => tokens.map((token) => ({ ...token, ...change(token) })));

/** Faults in the list of tokens. */
export const tokenListFaults: readonly Fault[] = [
  fault('token-list-in-object', 'resource.token-list.array', {
    summary: 'The list of tokens is in an object.',
    reply: { 'tokens.list': succeeding((reply) => ({ ...reply, body: { tokens: reply.body } })) },
  }),
  fault('token-list-shows-paused', 'resource.token-list.only-active-and-suspended', {
    summary: 'The list shows suspended tokens as PAUSED.',
    reply: { 'tokens.list': listShowing(({ status }) => (status === 'ACTIVE' ? {} : { status: 'PAUSED' })) },
  }),
  fault('token-list-holds-deleted', 'resource.token-list.leaves-out-deleted', {
    summary: 'The list has deleted tokens, shown as ACTIVE.',
    resource: { listed: () => true },
    reply: { 'tokens.list': listShowing(({ status }) => (status === 'DELETED' ? { status: 'ACTIVE' } : {})) },
  }),
  fault('token-list-lacks-active', 'resource.token-list.holds-active', {
    summary: 'The list has no active tokens.',
    resource: { listed: (token) => token.status === 'SUSPENDED' },
  }),
  fault('token-list-of-default-wallet', 'resource.token-list.holds-active', {
    summary: 'The list has active tokens of the default wallet only.',
    resource: {
      listed: ({ status, walletId }) =>
        status === 'SUSPENDED' || (status === 'ACTIVE' && walletId === 'default'),
    },
  }),
  fault('token-list-of-one-consumer', 'resource.token-list.all-consumers', {
    summary: 'The list has only the tokens of the consumer of the newest token.',
    reply: {
      'tokens.list': listing((tokens) => {
        const newest = tokens.at(-1);
        return tokens.filter((token) => token['consumer_id'] === newest?.['consumer_id']);
      }),
    },
  }),
  fault('token-merchant-of-wallet', 'resource.token-list.one-merchant', {
    summary: 'The tokens of each wallet show a merchant_id of their own.',
    resource: tokenShowing(({ walletId, merchantId }) => ({
      merchant_id: walletId === 'default' ? merchantId : `mer_${walletId}`,
    })),
  }),
  fault('token-list-lacks-newest', 'resource.token-list.holds-active', {
    summary: 'The list lacks the newest token, and grows with each.',
    reply: { 'tokens.list': listing((tokens) => tokens.slice(0, -1)) },
  }),
  fault('token-list-shows-all-active', 'resource.token-list.same-as-get', {
    summary: 'The list shows every token as ACTIVE.',
    reply: { 'tokens.list': listShowing(() => ({ status: 'ACTIVE' })) },
  }),
  fault('token-list-as-issued', 'resource.token-list.same-as-get', {
    summary: 'The list shows each token with version_nr 1.',
    reply: { 'tokens.list': listShowing(() => ({ version_nr: 1 })) },
  }),
  fault('token-list-without-suspensions', 'resource.token-list.same-as-get', {
    summary: 'The list shows suspended tokens without their suspensions.',
    reply: { 'tokens.list': listShowing(() => ({ suspensions: [] })) },
  }),
  fault('token-list-each-twice', 'resource.token-list.each-once', {
    summary: 'The list has each token twice.',
    reply: { 'tokens.list': listing((tokens) => [...tokens, ...tokens]) },
  }),
  fault('token-list-lacks-suspended', 'resource.token-list.holds-suspended', {
    summary: 'The list has no suspended tokens.',
    resource: { listed: (token) => token.status === 'ACTIVE' },
  }),
];
