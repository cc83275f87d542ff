import { deleteRules } from '../resource/tokens/delete.ts';
import { tokenGetRules } from '../resource/tokens/get.ts';
import { tokenRules as rules } from '../resource/token.ts';
import { field, type RecordFields } from './field.ts';

const byService = { from: 'service' } as const;
const ofOrigin = { ...byService, formRow: rules.origin } as const;
const ifSet = { shown: 'if-set' } as const;
const actions = ['tokens.suspend', 'tokens.resume', 'tokens.delete'] as const;

/** All operations that have a token answer with the token object (Endpoints, common request rules), and lists hold it. */
const shownBy = {
  read: 'tokens.get',
  alsoIn: [...actions, 'tokens.list'],
  readChangesNothing: tokenGetRules.changesNothing,
} as const;

/** Each field of a token and of the records in it, and who may change it (Resources and their fields › Token; States and transitions). */
export const tokenFields: readonly RecordFields[] = Object.freeze([
  {
    ...shownBy,
    record: 'token',
    at: [],
    fields: [
      field('id', 'id', rules.id, { ...byService, prefix: 'tok_' }),
      field('merchant_id', 'id', rules.merchantId, { ...byService, prefix: 'mer_' }),
      field('wallet_id', 'word', rules.walletId),
      field('status', 'state', rules.status, {
        ...byService,
        changedBy: actions,
        values: ['ACTIVE', 'SUSPENDED', 'DELETED'],
      }),
      field('description', 'text', rules.description, ifSet),
      field('kind', 'word', rules.kind, { ...byService, onRead: rules.kind, values: ['recurring'] }),
      field('metadata', 'pairs', rules.metadata, ifSet),
      field('consumer_id', 'id', rules.consumerId, { ...byService, prefix: 'con_' }),
      field('test', 'flag', rules.test, { ...byService, onRead: rules.test }),
      field('created_at', 'instant', rules.createdAt, byService),
      field('activated_at', 'instant', rules.activatedAt, byService),
      // Whether a read is a request that raises it is open.
      field('version_nr', 'integer', rules.versionNr, {
        ...byService,
        changedBy: [...actions, 'tokens.get', 'tokens.list'],
        onRead: rules.versionNr,
      }),
      field('updated_at', 'instant', rules.updatedAt, {
        ...byService,
        changedBy: [...actions, 'tokens.get', 'tokens.list'],
        onRead: rules.updatedAt,
      }),
      field('deleted_at', 'instant', rules.deletedAtNull, {
        ...byService,
        ...ifSet,
        changedBy: ['tokens.delete'],
        // What it must be depends on the state.
        formRow: deleteRules.setsDeletedAt,
        formOfState: true,
      }),
    ],
    unused: ['webhook_url'],
  },
  {
    ...shownBy,
    record: 'origin',
    at: ['origin'],
    ownRow: rules.origin,
    fields: [
      field('name1', 'kanji', rules.unchanged, { ...ofOrigin, missingRow: rules.originName1 }),
      field('name2', 'katakana', rules.unchanged, { ...ofOrigin, missingRow: rules.originName2 }),
      field('email', 'email', rules.unchanged, { ...ofOrigin, missingRow: rules.originEmail }),
      field('phone', 'phone', rules.unchanged, { ...ofOrigin, missingRow: rules.originPhone }),
    ],
    unused: ['address'],
  },
  {
    ...shownBy,
    record: 'suspension',
    at: ['suspensions', '*'],
    fields: [
      field('timestamp', 'instant', rules.suspensionTimestamp, { ...byService, changedBy: actions }),
      field('authority', 'word', rules.suspensionAuthority, {
        ...byService,
        changedBy: actions,
        onRead: rules.suspensionAuthority,
      }),
    ],
  },
]);
