import type { TokenAction, TokenUse } from './request-rules.ts';
import type { Suspension, Token } from './records.ts';
import type { ReplyBody } from '../seams.ts';
import type { Forms } from './forms.ts';
import { tokenView } from './tokens/view.ts';

/** What is decided about tokens: guards, transitions, and what is shown. */
export interface TokenRules {
  /** The wallet of a token that was issued without one. */
  defaultWallet(): string;
  /** Whether a request finds the token: a deleted one is kept, but not found. */
  reachable(token: Token, use: TokenUse): boolean;
  /** Whether a token that is to be suspended is suspended already. */
  alreadySuspended(token: Token): boolean;
  resumable(token: Token): boolean;
  /** Whether the merchant suspended it: the merchant can resume no other suspension. */
  resumableByMerchant(token: Token, code?: unknown): boolean;
  suspended(token: Token, suspension: Suspension): Token;
  resumed(token: Token): Token;
  deleted(token: Token, now: number): Token;
  /** After an executed request: the version one up, `updated_at` moved (resource, States and transitions). */
  executed(token: Token, action: TokenAction, now: number): Token;
  /** A token after a read under its id. */
  tokenRead(token: Token, now: number): Token;
  /** A token that a list shows. */
  tokenListed(token: Token, now: number): Token;
  /** A token after the reply to a read. */
  tokenAfterRead(token: Token, now: number): Token;
  /** Whether a request about a token may name this wallet; one that names none means the default. */
  walletMatches(token: Token, walletId: string | undefined): boolean;
  /** A token after a request on it was refused. */
  tokenRefused(token: Token, now: number): Token;
  /** A token after a payment was created with it. */
  tokenCharged(token: Token, now: number): Token;
  listed(token: Token): boolean;
  /** Whether each new token has a consumer of its own; the document does not show whose tokens a test target issues. */
  ownConsumer(): boolean;
  tokenView(token: Token, forms: Forms): ReplyBody;
}

/** The rules as the document has them. */
export const soundTokenRules: TokenRules = {
  defaultWallet: () => 'default',
  reachable: (token) => token.status !== 'DELETED',
  alreadySuspended: (token) => token.status === 'SUSPENDED',
  resumable: (token) => token.status === 'SUSPENDED',
  resumableByMerchant: (token) => token.suspensions.every(({ authority }) => authority === 'merchant'),
  suspended: (token, suspension) => ({
    ...token,
    status: 'SUSPENDED',
    suspensions: [...token.suspensions, suspension],
  }),
  resumed: (token) => ({ ...token, status: 'ACTIVE', suspensions: [] }),
  deleted: (token, now) => ({ ...token, status: 'DELETED', deletedAt: now }),
  executed: (token, _action, now) => ({ ...token, versionNr: token.versionNr + 1, updatedAt: now }),
  tokenRead: (token) => token,
  tokenListed: (token) => token,
  tokenAfterRead: (token) => token,
  walletMatches: () => true,
  tokenRefused: (token) => token,
  tokenCharged: (token) => token,
  ownConsumer: () => true,
  listed: (token) => token.status !== 'DELETED',
  tokenView,
};
