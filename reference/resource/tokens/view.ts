import type { Forms } from '../forms.ts';
import type { Buyer, Metadata, Token } from '../records.ts';

/** The token object as it is sent (resource, Token). */
export type TokenView = {
  readonly id: string;
  readonly merchant_id: string;
  readonly wallet_id: string;
  readonly status: string;
  readonly origin: Buyer & { readonly address: null };
  readonly description: string | null | undefined;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly webhook_url: string;
  readonly consumer_id: string;
  readonly suspensions: readonly { readonly timestamp: string; readonly authority: string }[];
  readonly test: boolean;
  readonly version_nr: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly activated_at: string;
  readonly deleted_at: string | null;
};

/** Draws a token as the document's table names its fields; the unused ones are empty. */
export function tokenView(token: Token, forms: Forms): TokenView {
  return {
    id: token.id,
    merchant_id: token.merchantId,
    wallet_id: token.walletId,
    status: forms.statusText(token.status, 'token'),
    origin: { ...token.origin, address: null },
    description: forms.optionalText(token.description),
    kind: 'recurring',
    metadata: token.metadata,
    webhook_url: '',
    consumer_id: token.consumerId,
    suspensions: token.suspensions.map((one) => ({
      timestamp: forms.instant(one.timestamp),
      authority: one.authority,
    })),
    test: token.test,
    version_nr: token.versionNr,
    created_at: forms.instant(token.createdAt),
    updated_at: forms.instant(token.updatedAt),
    activated_at: forms.instant(token.activatedAt),
    deleted_at: token.deletedAt === null ? null : forms.instant(token.deletedAt),
  };
}
