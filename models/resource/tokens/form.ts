import type { Check } from '../../../engine/model.ts';
import { tokenRules as rules } from '../../../spec/resource/token.ts';
import { at, isBoolean, isNumber, isObject } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import {
  entries,
  hasPrefix,
  isObjectOrUnset,
  isPerson,
  isTextOrUnset,
  isUnset,
  sameState,
} from '../forms.ts';
import { isInstant } from '../instants.ts';
import { claim, claimed } from '../verdicts.ts';

const states = ['ACTIVE', 'SUSPENDED', 'DELETED'];
/** As heavy as the wrong state that a word is which names none. */
export const statusWeight = 5;
export const isTokenState = (value: unknown): boolean => states.some((state) => sameState(value, state));
const isTrue = (value: unknown): boolean => value === true;

/** What holds of the form of every token object (Resources and their fields, Token). */
export const tokenForm: readonly Check<Reply>[] = Object.freeze([
  claimed([rules.id.id], 'id', 'a string that starts with tok_', hasPrefix('tok_')),
  claimed([rules.merchantId.id], 'merchant_id', 'a string that starts with mer_', hasPrefix('mer_')),
  claimed([rules.walletId.id], 'wallet_id', 'a string', (value) => typeof value === 'string' && value !== ''),
  claimed([rules.status.id], 'status', 'ACTIVE, SUSPENDED or DELETED', isTokenState, statusWeight),
  claimed([rules.origin.id], 'origin', 'an object', isObject),
  claim(
    [rules.origin.id],
    'origin with name1, name2, email and phone as strings, one of them at least',
    (body) => at(body, ['origin']),
    isPerson,
  ),
  claimed([rules.description.id], 'description', 'a string', isTextOrUnset),
  claimed([rules.kind.id], 'kind', '"recurring"', (value) => value === 'recurring'),
  claimed([rules.metadata.id], 'metadata', 'an object', isObjectOrUnset),
  claimed([rules.consumerId.id], 'consumer_id', 'a string that starts with con_', hasPrefix('con_')),
  claimed([rules.test.id], 'test', 'a boolean', isBoolean),
  claimed([rules.versionNr.id], 'version_nr', 'a number', isNumber),
  claimed([rules.createdAt.id], 'created_at', 'an ISO 8601 instant in UTC', isInstant),
  claimed([rules.updatedAt.id], 'updated_at', 'an ISO 8601 instant in UTC', isInstant),
  claimed([rules.activatedAt.id], 'activated_at', 'an ISO 8601 instant in UTC', isInstant),
]);

/** Entries while suspended, none otherwise; what a deleted token shows is not stated. */
export const noSuspensions = (value: unknown): boolean =>
  isUnset(value) || (Array.isArray(value) && value.length === 0);

/** One entry at least, each with its instant. */
export const suspensionForm: readonly Check<Reply>[] = Object.freeze([
  claimed(
    [rules.suspensions.id],
    'suspensions',
    'an array with an entry',
    (value) => Array.isArray(value) && value.length > 0,
  ),
  claim(
    [rules.suspensionTimestamp.id],
    'suspensions with a timestamp in ISO 8601 UTC',
    (body) => entries(at(body, ['suspensions'])).every(({ timestamp }) => isInstant(timestamp)),
    isTrue,
  ),
]);

export const byMerchant: readonly Check<Reply>[] = Object.freeze([
  claim(
    [rules.suspensionAuthority.id],
    'suspensions with the authority "merchant"',
    (body) => entries(at(body, ['suspensions'])).map(({ authority }) => authority),
    (authorities) =>
      Array.isArray(authorities) && authorities.length > 0 && authorities.every((one) => one === 'merchant'),
  ),
]);
