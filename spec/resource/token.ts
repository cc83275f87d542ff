import { z } from 'zod';
import { originRules } from './buyer.ts';
import { requirements } from '../requirement.ts';

const TOKEN = 'Resources and their fields › Token';
const needs = ['tokens'] as const;

const ownRules = requirements('resource', 'token', {
  id: {
    id: 'resource.token.id',
    section: TOKEN,
    text: '`id` is a string that starts with `tok_`, and does not change.',
    needs,
    identifies: true,
  },
  merchantId: {
    id: 'resource.token.merchant-id',
    section: TOKEN,
    text: '`merchant_id` is a string that starts with `mer_`, and does not change.',
    needs,
  },
  walletId: {
    id: 'resource.token.wallet-id',
    section: TOKEN,
    text: '`wallet_id` is the chosen wallet id, `default` when none was chosen.',
    needs: ['tokens.issue'],
  },
  status: {
    id: 'resource.token.status',
    section: TOKEN,
    text: '`status` is one of ACTIVE, SUSPENDED and DELETED.',
    needs,
  },
  origin: {
    id: 'resource.token.origin',
    section: TOKEN,
    text: '`origin` is an object with at least one of name1, name2, email and phone, which are strings.',
    needs,
  },
  unchanged: {
    id: 'resource.token.unchanged',
    section: TOKEN,
    text: 'The origin of a token, which no operation changes, is the same in every answer.',
    needs: ['tokens.change'],
  },
  description: {
    id: 'resource.token.description',
    section: TOKEN,
    text: '`description` is the text that the token was issued with.',
    needs: ['tokens.issue'],
  },
  kind: { id: 'resource.token.kind', section: TOKEN, text: '`kind` is always `recurring`.', needs },
  metadata: {
    id: 'resource.token.metadata',
    section: TOKEN,
    text: '`metadata` holds the pairs that the token was issued with.',
    needs: ['tokens.issue'],
  },
  consumerId: {
    id: 'resource.token.consumer-id',
    section: TOKEN,
    text: '`consumer_id` is a string that starts with `con_`, and does not change.',
    needs,
  },
  suspensions: {
    id: 'resource.token.suspensions',
    section: TOKEN,
    text: '`suspensions` is an array, with entries while the token is suspended.',
    needs,
  },
  suspensionTimestamp: {
    id: 'resource.token.suspension-timestamp',
    section: TOKEN,
    text: 'A suspension entry has a timestamp, an ISO 8601 instant in UTC.',
    needs: ['tokens.change'],
  },
  suspensionAuthority: {
    id: 'resource.token.suspension-authority',
    section: TOKEN,
    text: 'The authority of a suspension through the API is always `merchant`.',
    needs: ['tokens.change'],
  },
  test: {
    id: 'resource.token.test',
    section: TOKEN,
    text: '`test` is a boolean, as the key in use determines.',
    needs,
  },
  versionNr: {
    id: 'resource.token.version-nr',
    section: TOKEN,
    text: '`version_nr` is a number that never falls.',
    needs,
  },
  versionRaised: {
    id: 'resource.token.version-raised',
    section: 'States and transitions',
    text: 'Each request executed on a token raises its version_nr by one.',
    needs: ['tokens.change'],
  },
  createdAt: {
    id: 'resource.token.created-at',
    section: TOKEN,
    text: '`created_at` is an ISO 8601 instant in UTC, and does not change.',
    needs,
  },
  updatedAt: {
    id: 'resource.token.updated-at',
    section: TOKEN,
    text: '`updated_at` is an ISO 8601 instant in UTC.',
    needs,
  },
  updatedMoves: {
    id: 'resource.token.updated-at-moves',
    section: 'States and transitions',
    text: 'Each request executed on a token updates updated_at.',
    needs: ['tokens.issue', 'clock.advance'],
  },
  activatedAt: {
    id: 'resource.token.activated-at',
    section: TOKEN,
    text: '`activated_at` is an ISO 8601 instant in UTC: the first activation, which a later one does not change.',
    needs,
  },
  deletedAtNull: {
    id: 'resource.token.deleted-at-null',
    section: TOKEN,
    text: '`deleted_at` is null until the token is deleted.',
    needs,
  },
  unknownId: {
    id: 'resource.token.unknown-id',
    section: 'Errors',
    text: 'Suspend, resume, delete and get answer an unknown token id with 404 token.not_found.',
  },
  address: {
    id: 'resource.token.origin-address',
    section: TOKEN,
    level: 'may',
    text: 'The address of the origin is unused.',
    untestable: 'An unused field may hold anything.',
  },
  webhookUrl: {
    id: 'resource.token.webhook-url',
    section: TOKEN,
    level: 'may',
    text: '`webhook_url` is unused.',
    untestable: 'An unused field may hold anything.',
  },
  madeByCheckout: {
    id: 'resource.token.made-by-checkout',
    section: 'What the service does',
    text: 'Tokens are created and authenticated by the checkout app.',
    needs: ['checkout', 'public_key', 'persona.approve'],
  },
  freshActive: {
    id: 'resource.token.fresh-active',
    section: 'States and transitions',
    text: 'A token that the checkout has just made is ACTIVE: only a suspension or a deletion makes it anything else.',
    needs: ['checkout', 'public_key', 'persona.approve'],
  },
  metadataLimit: {
    id: 'resource.token.metadata-limit',
    section: TOKEN,
    text: 'A token has at most 20 metadata pairs.',
    needs: ['checkout', 'public_key', 'persona.approve'],
  },
});

/** Rows about the fields of a token object and about all its operations. */
export const tokenRules = { ...ownRules, ...originRules } as const;

/** The body of suspend, resume and delete; which reason codes are allowed differs. */
export const tokenActionRequest = <T extends readonly [string, ...string[]]>(codes: T) =>
  z.object({
    wallet_id: z.string().min(1).optional(),
    reason: z.object({ code: z.enum(codes), description: z.string() }),
  });
