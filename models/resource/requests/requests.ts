import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { field } from '../../checks.ts';
import { choose } from '../../choose.ts';
import { alsoChecked } from '../../rechecked.ts';
import type { ApiCall, Call, Credential, Reply } from '../../wire.ts';
import { isUnlisted } from './causes.ts';
import { refused } from '../replies/outcomes.ts';
import { hasOrdinaryId, isPathOfOperation, issuedIdIn, nothingThere, refusedAsPath } from './paths.ts';
import type { Outcomes, ResourceOutcome, ResourceState } from '../state.ts';
import { underOneKey } from '../test-flag.ts';
import { coded, type ErrorCheck } from '../replies/verdicts.ts';

/** The method of each operation; another one on the same path is refused (Errors, method.invalid). */
export type Methods = 'GET' | 'POST' | 'PUT';

/** Keys that were issued to nobody. */
const nobodysKey: ReadonlySet<Credential> = new Set<Credential>(['wrong', 'cut', 'longer', 'other-case']);

// The document states service.conflict 'the same as method.invalid'.
const ofMethod = ['method.invalid', 'service.conflict'];
// A method that a path does not have may count as an unknown resource, or as an unknown token.
const notFound = ['404', 'token.not_found'];
const ofMediaType = ['media_type.unsupported'];
// What is sent under another type may count as a body that is no JSON object, or as nothing that is served here.
const ofContent = ['request_content.malformed', 'request_entity.invalid', '404'];

/** That a refusal has a code of its cause, which proves the rule about that code; or another that names no other cause. */
function codes(
  rule: string,
  codeRule: string,
  own: readonly string[],
  others: readonly string[],
): Readonly<Record<'own' | 'other', Check<Reply>>> {
  const rules = [rule, codeRule];
  return {
    own: coded(rules, own.join(' or '), (value) => own.includes(value as string), true),
    other: coded(
      rules,
      [...others, 'one that is not listed'].join(' or '),
      (value) => others.includes(value as string) || isUnlisted(value),
      false,
    ),
  };
}

const methodCodes = codes(commonRules.methodRefused.id, commonRules.methodCode.id, ofMethod, notFound);
const mediaTypeCodes = codes(
  commonRules.mediaTypeRefused.id,
  commonRules.mediaTypeCode.id,
  ofMediaType,
  ofContent,
);

const notRefused = field(
  commonRules.versionMissing.id,
  'code',
  (code) => code !== 'version.unknown',
  'none about the version, where the request is served',
);

/**
 * The guards that precede those of an operation: keys, version, method, media type (Authentication, Versioning, Errors). `served` gives the
 * outcomes of the operation itself.
 */
export function guarded(
  state: ResourceState,
  call: Call,
  step: Step,
  method: Methods,
  served: (call: ApiCall) => Outcomes,
): Outcomes {
  if (call.to === 'control') return [];
  return underOneKey(state, call, permitted(state, call, step, method, served));
}

/** Makes the refusals of one step. */
const refusing =
  (state: ResourceState, step: Step) =>
  (name: string, rule: string, error?: ErrorCheck): ResourceOutcome =>
    refused(state, step, name, rule, error);

function permitted(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  method: Methods,
  served: (call: ApiCall) => Outcomes,
): Outcomes {
  const no = refusing(state, step);
  if (call.credential === 'missing')
    return [no('key missing', commonRules.keyMissing.id, { http: 401, code: 'authentication.failed' })];
  if (nobodysKey.has(call.credential))
    return [no('key wrong', commonRules.keyWrong.id, { http: 403, code: 'authorization.failed' })];
  if (call.credential === 'other-interface')
    // It does not have the prefix of a secret key, so it may count as missing or as wrong.
    return [no('key of the other interface', commonRules.keyWrong.id, { http: [401, 403] })];
  if (call.credential === 'public') {
    const rule = commonRules.publicKey.id;
    return choose(resourceLatitudes.publicKeyStatus, {
      '403': no('public key', rule, { http: 403 }),
      '401': no('public key', rule, { http: 401 }),
      'other-4xx': no('public key', rule, { http: (n) => n < 500 && n !== 401 && n !== 403 }),
      '5xx': no('public key', rule, { http: (n) => n >= 500 }),
    });
  }
  if (call.credential === 'other-scheme') {
    const rule = commonRules.keyMissing.id;
    return choose(resourceLatitudes.otherScheme, {
      missing: no('other scheme', rule, { http: 401 }),
      wrong: no('other scheme', rule, { http: 403 }),
      'other-4xx': no('other scheme', rule, { http: (n) => n < 500 && n !== 401 && n !== 403 }),
      '5xx': no('other scheme', rule, { http: (n) => n >= 500 }),
    });
  }
  if (!isPathOfOperation(call)) return nothingThere(state);
  if (hasOrdinaryId(call)) return onItsPath(state, call, step, method, served);
  const issued = issuedIdIn(state, call);
  if (issued === undefined) return nothingThere(state);
  return [...onItsPath(state, call, step, method, served), refusedAsPath(state, issued)];
}

function onItsPath(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  method: Methods,
  served: (call: ApiCall) => Outcomes,
): Outcomes {
  const no = refusing(state, step);
  if (call.method !== method) {
    const rule = commonRules.methodRefused.id;
    const under = (http: NonNullable<ErrorCheck['http']>): Outcomes =>
      choose(resourceLatitudes.methodCode, {
        'of-method': refused(state, step, 'method', rule, { http }, [methodCodes.own]),
        other: refused(state, step, 'method', rule, { http }, [methodCodes.other]),
      });
    return choose(resourceLatitudes.methodStatus, {
      '405': under(405),
      '404': under(404),
      'other-4xx': under((n) => n < 500 && n !== 404 && n !== 405),
      '5xx': under((n) => n >= 500),
    });
  }
  if (call.version !== undefined && call.version !== 'missing')
    return choose(resourceLatitudes.versionPrecedence, {
      version: no('version unknown', commonRules.versionWrong.id, { http: 400, code: 'version.unknown' }),
      // An error that the right version gets as well may come first.
      other: served(call).filter((outcome) => outcome.refused === true),
    });
  if (call.version === 'missing') {
    return choose(resourceLatitudes.versionMissing, {
      served: served(call).map((outcome) => alsoChecked(outcome, () => [notRefused])),
      refused: no('version missing', commonRules.versionMissing.id, { http: 400, code: 'version.unknown' }),
    });
  }
  if (call.contentType !== undefined && call.contentType !== 'application/json') {
    const rule = commonRules.mediaTypeRefused.id;
    const under = (http: NonNullable<ErrorCheck['http']>): Outcomes =>
      choose(resourceLatitudes.mediaTypeCode, {
        'of-media-type': refused(state, step, 'media type', rule, { http }, [mediaTypeCodes.own]),
        other: refused(state, step, 'media type', rule, { http }, [mediaTypeCodes.other]),
      });
    return choose(resourceLatitudes.mediaType, {
      '415': under(415),
      '400': under(400),
      'other-4xx': under((n) => n < 500 && n !== 400 && n !== 415),
      '5xx': under((n) => n >= 500),
      served: served(call),
    });
  }
  return served(call);
}
