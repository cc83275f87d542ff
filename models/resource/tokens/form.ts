import type { Check } from '../../../engine/model.ts';
import { buyerRules as buyer } from '../../../spec/resource/buyer.ts';
import { tokenRules as rules } from '../../../spec/resource/token.ts';
import { at, check, field, isBoolean, isNumber, isObject } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { personChecks } from '../person.ts';
import {
  entries,
  hasPrefix,
  isObjectOrUnset,
  isPerson,
  isTextOrUnset,
  showsSomething,
  isUnset,
  sameState,
} from '../forms.ts';
import { isInstant } from '../replies/instants.ts';

const states = ['ACTIVE', 'SUSPENDED', 'DELETED'];
/** As heavy as a wrong state. */
export const statusWeight = 5;
export const isTokenState = (value: unknown): boolean => states.some((state) => sameState(value, state));
const isTrue = (value: unknown): boolean => value === true;

/** The form of every token object (Resources and their fields, Token). */
export const tokenForm: readonly Check<Reply>[] = Object.freeze([
  field(rules.id.id, 'id', hasPrefix('tok_'), 'a string that starts with tok_'),
  field(rules.merchantId.id, 'merchant_id', hasPrefix('mer_'), 'a string that starts with mer_'),
  field(rules.walletId.id, 'wallet_id', (value) => typeof value === 'string' && value !== '', 'a string'),
  field(rules.status.id, 'status', isTokenState, 'ACTIVE, SUSPENDED or DELETED', { weight: statusWeight }),
  field(rules.origin.id, 'origin', isObject, 'an object'),
  check(
    [rules.origin.id, buyer.buyerFields.id],
    'origin with name1, name2, email and phone as strings, one of them at least',
    ({ body }) => at(body, ['origin']),
    // One that is no object breaks its own rule alone.
    (origin) => !isObject(origin) || isPerson(origin),
    { about: 'origin', provesWhere: isObject },
  ),
  ...personChecks(
    'origin',
    {
      name1: rules.originName1,
      name2: rules.originName2,
      email: rules.originEmail,
      phone: rules.originPhone,
    },
    // An origin is described 'as in Buyer': a wrong one speaks against both, until payments show what a buyer has.
    {
      name1: buyer.buyerName1,
      name2: buyer.buyerName2,
      email: buyer.buyerEmail,
      phone: buyer.buyerPhone,
    },
  ),
  field(rules.description.id, 'description', isTextOrUnset, 'a string', showsSomething),
  field(rules.kind.id, 'kind', (value) => value === 'recurring', '"recurring"'),
  field(rules.metadata.id, 'metadata', isObjectOrUnset, 'an object', showsSomething),
  field(rules.consumerId.id, 'consumer_id', hasPrefix('con_'), 'a string that starts with con_'),
  field(rules.test.id, 'test', isBoolean, 'a boolean'),
  field(rules.versionNr.id, 'version_nr', isNumber, 'a number'),
  field(rules.createdAt.id, 'created_at', isInstant, 'an ISO 8601 instant in UTC'),
  field(rules.updatedAt.id, 'updated_at', isInstant, 'an ISO 8601 instant in UTC'),
  field(rules.activatedAt.id, 'activated_at', isInstant, 'an ISO 8601 instant in UTC'),
]);

/** No suspensions unless suspended; those of a deleted token are not documented. */
export const noSuspensions = (value: unknown): boolean =>
  isUnset(value) || (Array.isArray(value) && value.length === 0);

/** At least one entry, each with its instant. */
export const suspensionForm: readonly Check<Reply>[] = Object.freeze([
  field(
    rules.suspensions.id,
    'suspensions',
    (value) => Array.isArray(value) && value.length > 0,
    'an array with an entry',
  ),
  check(
    rules.suspensionTimestamp.id,
    'suspensions with a timestamp in ISO 8601 UTC',
    ({ body }) => entries(at(body, ['suspensions'])).every(({ timestamp }) => isInstant(timestamp)),
    isTrue,
    { about: 'suspensions.timestamp' },
  ),
]);

export const byMerchant: readonly Check<Reply>[] = Object.freeze([
  check(
    rules.suspensionAuthority.id,
    'suspensions with the authority "merchant"',
    ({ body }) => entries(at(body, ['suspensions'])).map(({ authority }) => authority),
    (authorities) =>
      Array.isArray(authorities) && authorities.length > 0 && authorities.every((one) => one === 'merchant'),
    { about: 'suspensions.authority' },
  ),
]);
