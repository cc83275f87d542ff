import { type Fault, fault } from '../../fault.ts';
import { succeeding, showing } from '../../replies.ts';
import { overlapping } from '../../overlapping.ts';
import { reachableFor } from './patches.ts';

/** Faults in reading a token. */
export const tokenGetFaults: readonly Fault[] = [
  fault('token-get-answered-with-302', 'resource.http.success-is-2xx', {
    summary: 'The read of a token is answered with 302.',
    reply: { 'tokens.get': succeeding((reply) => ({ ...reply, http: 302 })) },
  }),
  fault('token-get-suspended-not-found', 'resource.token-get.returns-token', {
    summary: 'A suspended token is not found by a read.',
    resource: reachableFor('get', (token) => token.status === 'ACTIVE'),
  }),
  fault('token-read-changes-description', 'resource.token-get.changes-nothing', {
    summary: 'A read adds a point to the description of a token. The next read shows it.',
    resource: { tokenAfterRead: (token) => ({ ...token, description: `${token.description ?? ''}.` }) },
  }),
  fault('token-get-stale', 'resource.token-get.current-state', {
    summary: 'A read shows every token as ACTIVE.',
    reply: { 'tokens.get': showing({ status: 'ACTIVE' }) },
  }),
  fault('token-race-of-read-and-suspension', 'resource.token-get.current-state', {
    summary: 'A read keeps what it has read for later reads, even where the token was suspended meanwhile.',
    ...overlapping('tokens.get', { cached: 'tokens' }),
  }),
];
