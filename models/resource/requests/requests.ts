import { isSentAsJson } from '../../../spec/wire-variants.ts';
import {
  legacyOperations,
  type OperationName,
  pathForm,
  resourceOperations,
} from '../../../spec/operations.ts';
import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { aside, perhapsRefusedFor, refusedFor, unlessRefused } from '../../beside.ts';
import { withChecks, withParts, checksOf, outweighing } from '../../with-checks.ts';
import { field, at, isBoolean, check, isString, status, judged, breachesOf } from '../../checks.ts';
import { choose } from '../../choose.ts';
import { type ApiCall, type Call, type Reply } from '../../wire.ts';
import { isUnlisted } from './causes.ts';
import { refused } from '../replies/outcomes.ts';
import { malformedContent } from './bad-bodies.ts';
import type { Outcomes, ResourceOutcome, ResourceState } from '../state.ts';
import { coded, type ErrorCheck } from '../replies/verdicts.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { tokenRules } from '../../../spec/resource/token.ts';
import { entries } from '../forms.ts';
import { pathSegment } from '../../../spec/forms.ts';

const formsOf = <Name extends string>(operations: Readonly<Record<Name, Parameters<typeof pathForm>[0]>>) =>
  Object.fromEntries(
    Object.entries<Parameters<typeof pathForm>[0]>(operations).map(([name, place]) => [
      name,
      pathForm(place),
    ]),
  ) as Readonly<Record<Name, RegExp>>;
const resourcePaths = formsOf(resourceOperations);
const paths: Readonly<Record<OperationName, RegExp>> = { ...formsOf(legacyOperations), ...resourcePaths };

/** An id that needs no encoding in a path (RFC 3986, 3.3) and is short enough for any server. An encoded one may be refused as a path. */
const ordinaryId = /^[\w.~!$&'()*+,;=:@-]{1,300}$/;

/** Whether any operation has a path: what is unknown there is the id. */
const isPathOfAny = ({ path }: ApiCall): boolean =>
  Object.values(resourcePaths).some((form) => form.test(path));

/** Whether a call has the path of its operation. */
const isPathOfOperation = ({ operation, path }: ApiCall): boolean => paths[operation].test(path);

/** Whether the id in a call's path, if there is one, has a form that any server takes. */
function hasOrdinaryId(call: ApiCall): boolean {
  const id = idIn(call);
  return id === '' || ordinaryId.test(id);
}

/** The id in a call's path, where it is one that the target has given, in whatever form. */
function issuedIdIn({ payments, tokens }: ResourceState, call: ApiCall): string | undefined {
  const segment = idIn(call);
  const ids = [...Object.values(payments), ...Object.values(tokens)].map(({ id }) => id);
  return ids.find((id) => id !== undefined && pathSegment(id) === segment);
}

function idIn({ path }: ApiCall): string {
  return path.split('/')[2] ?? '';
}

/**
 * The refusal of an unknown path, or of an id of no form. Any form, since a gateway may have answered, and any status of a failure, since none is shown for it.
 */
function nothingThere(state: ResourceState, call: ApiCall): Outcomes {
  const under = (
    expected: string,
    from: number,
    to: number,
    holds: (http: number) => boolean = (http) => http >= from && http <= to,
    rule = commonRules.failure.id,
  ): ResourceOutcome => ({
    name: 'refused: nothing there',
    refused: true,
    checks: [
      status(rule, holds, `${expected}: nothing is under this path`, {
        countsAsEvidence: false,
        expect: () => ({ httpFrom: from, httpTo: to }),
      }),
    ],
    next: () => state,
  });
  if (isPathOfAny(call)) {
    const { unknownId } = call.path.startsWith('/tokens/') ? tokenRules : paymentRules;
    return [under('4xx or 5xx', 400, 599, (http) => http >= 400, unknownId.id)];
  }
  return choose(resourceLatitudes.unknownPath, {
    '404': under('404', 404, 404),
    '405': under('405', 405, 405),
    'other-4xx': under('4xx', 400, 499, (http) => http >= 400 && http < 500 && http !== 404 && http !== 405),
    '5xx': under('5xx', 500, 599, (http) => http >= 500),
  });
}

/**
 * The refusal of a path for the form of its id, which the target gave: by something before the service, and so without an error object of
 * the service. Half of a surrogate pair has no encoding: there the service itself was asked for another id.
 */
export function refusedAsPath(state: ResourceState, id: string): ResourceOutcome {
  const answer = check(
    commonRules.failure.id,
    '4xx or 5xx before the service',
    ({ http, body }) => ({ http, code: at(body, ['code']) }),
    (seen) => Number(at(seen, ['http'])) >= 400 && !(id.isWellFormed() && isString(at(seen, ['code']))),
    { countsAsEvidence: false, decides: true, weight: outweighing },
  );
  return { name: 'refused: as a path', refused: true, checks: [answer], next: () => state };
}

/** The method of each operation; another one on the same path is refused (Errors, method.invalid). */
export type Methods = 'GET' | 'POST' | 'PUT';

// The document states service.conflict 'the same as method.invalid'.
const ofMethod = ['method.invalid', 'service.conflict'];
// A method that a path does not have may count as an unknown resource, or as an unknown token.
const notFound = ['404', 'token.not_found'];
// Bound to no cause: 'Not allowed' (Errors).
const notAllowed = 'service.forbidden';
const ofMediaType = ['media_type.unsupported'];
// What is sent under another type may count as a body that is no JSON object, or as nothing that is served here.
const ofContent = ['request_content.malformed', 'request_entity.invalid', '404', notAllowed];

/** That a refusal has a code of its cause, which proves the rule about that code; or another that names no other cause. */
function codes(
  rule: string,
  codeRule: string,
  own: readonly string[],
  others: readonly string[],
): Readonly<Record<'own' | 'other', Check<Reply>>> {
  const rules = [rule, codeRule];
  return {
    own: coded(
      rules,
      judged((value) => own.includes(value as string), { oneOf: own }, own.join(' or ')),
      true,
    ),
    other: coded(
      rules,
      judged(
        (value) => others.includes(value as string) || isUnlisted(value),
        [...others, 'one that is not listed'].join(' or '),
      ),
      false,
    ),
  };
}

const methodCodes = codes(commonRules.methodRefused.id, commonRules.methodCode.id, ofMethod, [
  ...notFound,
  notAllowed,
]);
const mediaTypeCodes = codes(
  commonRules.mediaTypeRefused.id,
  commonRules.mediaTypeCode.id,
  ofMediaType,
  ofContent,
);

const notRefused = field(
  commonRules.versionMissing.id,
  'code',
  judged(
    (code) => code !== 'version.unknown',
    { not: 'version.unknown' },
    'none about the version, where the request is served',
  ),
);

/**
 * The guards that precede those of an operation: keys, version, method, media type (Authentication, Versioning, Errors). No sentence ranks
 * them, nor what they guard. `served` predicts the operation itself; `asPut`: as which PATCH may be served, since it often stands for PUT.
 */
export function guarded(
  state: ResourceState,
  call: Call,
  step: Step,
  method: Methods,
  served: (call: ApiCall) => Outcomes,
  asPut?: (call: ApiCall) => Outcomes,
): Outcomes {
  if (call.to === 'control') return [];
  const isPatch = call.method === 'PATCH' && asPut !== undefined;
  const onPath = () => onItsPath(state, call, step, method, isPatch ? asPut(call) : served(call), isPatch);
  const outcomes = keyed(state, call, step, byPath(state, call, onPath));
  return underOneKey(state, call, outcomes);
}

function keyed(state: ResourceState, call: ApiCall, step: Step, otherwise: Outcomes): Outcomes {
  const refusals = keyRefusals(state, call, step);
  return refusals === undefined ? otherwise : refusedFor(refusals, otherwise);
}

/** The refusals of a wrong key; undefined for a right one. */
function keyRefusals(state: ResourceState, { credential }: ApiCall, step: Step): Outcomes | undefined {
  const { keyMissing, keyWrong, publicKey } = commonRules;
  const no = (name: string, { id }: { readonly id: string }, error: ErrorCheck) =>
    refused(state, step, name, id, error);
  const others = (name: string, rule: { readonly id: string }) => ({
    'other-4xx': no(name, rule, { http: (n) => n < 500 && n !== 401 && n !== 403 }),
    '5xx': no(name, rule, { http: (n) => n >= 500 }),
  });
  switch (credential) {
    case 'valid':
      return undefined;
    case 'missing':
      return [no('key missing', keyMissing, { http: 401, code: 'authentication.failed' })];
    case 'wrong':
    case 'cut':
    case 'cut-start':
    case 'longer':
    case 'longer-start':
    case 'other-case':
      return [no('key wrong', keyWrong, { http: 403, code: 'authorization.failed' })];
    case 'other-interface':
      // It does not have the prefix of a secret key, so it may count as missing or as wrong.
      return [no('key of the other interface', keyWrong, { http: [401, 403] })];
    case 'bare':
      // Without a scheme it may count as missing or as wrong.
      return [no('key without its scheme', keyMissing, {})];
    case 'public':
      return choose(resourceLatitudes.publicKeyStatus, {
        '403': no('public key', publicKey, { http: 403 }),
        '401': no('public key', publicKey, { http: 401 }),
        ...others('public key', publicKey),
      });
    case 'other-scheme':
      return choose(resourceLatitudes.otherScheme, {
        missing: no('other scheme', keyMissing, { http: 401 }),
        wrong: no('other scheme', keyMissing, { http: 403 }),
        ...others('other scheme', keyMissing),
      });
  }
}

function byPath(state: ResourceState, call: ApiCall, onPath: () => Outcomes): Outcomes {
  if (!isPathOfOperation(call)) return nothingThere(state, call);
  if (hasOrdinaryId(call)) return onPath();
  const issued = issuedIdIn(state, call);
  if (issued === undefined) return nothingThere(state, call);
  return [...onPath(), refusedAsPath(state, issued)];
}

function onItsPath(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  method: Methods,
  served: Outcomes,
  isPatch: boolean,
): Outcomes {
  const otherwise = byVersion(state, call, step, byMediaType(state, call, step, served));
  if (call.method === method) return otherwise;
  const rule = commonRules.methodRefused.id;
  const under = (http: NonNullable<ErrorCheck['http']>): Outcomes =>
    choose(resourceLatitudes.methodCode, {
      'of-method': refused(state, step, 'method', rule, { http }, [methodCodes.own]),
      other: refused(state, step, 'method', rule, { http }, [methodCodes.other]),
    });
  const refusals: Outcomes = choose(resourceLatitudes.methodStatus, {
    '405': under(405),
    '404': under(404),
    'other-4xx': under((n) => n < 500 && n !== 404 && n !== 405),
    '5xx': under((n) => n >= 500),
  });
  // Whether PATCH is another method of this path, or another name of PUT, is not shown.
  if (isPatch) return unlessRefused(resourceLatitudes.patch, 'as-put', otherwise, 'refused', refusals);
  return refusedFor(refusals, [...otherwise, ...lackingBody(state, call, step)]);
}

/** The refusal of a request without the body that its method stands for: whether that or the method is seen first is open. */
function lackingBody(state: ResourceState, { method, body, rawBody }: ApiCall, step: Step): Outcomes {
  if (method === 'GET' || body !== undefined || rawBody !== undefined) return [];
  return [
    refused(state, step, 'no body', commonRules.methodRefused.id, {
      ...malformedContent,
      countsAsEvidence: false,
    }),
  ];
}

function byVersion(state: ResourceState, { version }: ApiCall, step: Step, otherwise: Outcomes): Outcomes {
  const no = (name: string, rule: string) =>
    refused(state, step, name, rule, { http: 400, code: 'version.unknown' });
  if (version === undefined) return otherwise;
  if (version === 'missing')
    return unlessRefused(
      resourceLatitudes.versionMissing,
      'served',
      otherwise.map((outcome) =>
        outcome.refused === true ? outcome : withChecks(outcome, () => [notRefused]),
      ),
      'refused',
      [no('version missing', commonRules.versionMissing.id)],
    );
  // A credit check may decline a creation before its version is looked at.
  const others = otherwise.filter(
    ({ refused: isRefusal, assumes }) =>
      isRefusal === true || assumes?.[resourceLatitudes.declined.id] === 'error',
  );
  const unknown = no('version unknown', commonRules.versionWrong.id);
  if (others.length === 0) return [unknown];
  // An error that the right version gets as well may come first. Where it is not sure to get one, the wrong version settles nothing.
  const points: Outcomes = choose(resourceLatitudes.versionPrecedence, {
    version: unknown,
    other: aside(others),
  });
  return others.length === otherwise.length ? points : [unknown, ...points.slice(1)];
}

function byMediaType(state: ResourceState, call: ApiCall, step: Step, otherwise: Outcomes): Outcomes {
  if (isSentAsJson(call)) return otherwise;
  const rule = commonRules.mediaTypeRefused.id;
  const under = (http: NonNullable<ErrorCheck['http']>): Outcomes =>
    choose(resourceLatitudes.mediaTypeCode, {
      'of-media-type': refused(state, step, 'media type', rule, { http }, [mediaTypeCodes.own]),
      other: refused(state, step, 'media type', rule, { http }, [mediaTypeCodes.other]),
    });
  const refusals: Outcomes = choose(resourceLatitudes.mediaType, {
    '415': under(415),
    '400': under(400),
    'other-4xx': under((n) => n < 500 && n !== 400 && n !== 415),
    '5xx': under((n) => n >= 500),
  });
  return perhapsRefusedFor({
    refusals,
    otherwise,
    taken: (outcomes) => choose(resourceLatitudes.mediaType, { served: outcomes }),
    ordinarily: 'refused',
  });
}

/**
 * Checks that all payments and tokens have the same `test` flag: the key in use selects test or live data (What the service does;
 * Authentication 4). Where the key does not show which, the first flag shown decides.
 */
function underOneKey(state: ResourceState, call: ApiCall, outcomes: Outcomes): Outcomes {
  const { test } = state;
  const checks = test === undefined ? [] : [sameFlag(call, test)];
  return outcomes.map((outcome) =>
    withParts(outcome, {
      checks: () => [...checksOf(outcome), ...checks],
      next(reply?: Reply) {
        const next = outcome.next(reply);
        const shown = reply === undefined || next.test !== undefined ? undefined : flagsIn(reply)[0];
        return shown === undefined ? next : { ...next, test: shown };
      },
    }),
  );
}

function sameFlag(call: ApiCall, test: boolean): Check<Reply> {
  const rule = call.path.startsWith('/payments') ? paymentRules.test.id : tokenRules.test.id;
  return {
    // A refusal shows no flag, so the form checks give the evidence.
    cites: [],
    about: 'test',
    test(reply) {
      const shown = flagsIn(reply);
      if (shown.every((flag) => flag === test)) return [];
      const expected = `test: ${test}, by the key in use`;
      const expect = { at: 'test', must: { is: test } } as const;
      return breachesOf([rule], expected, shown.join(', '), { expect, about: 'test' });
    },
  };
}

/** The `test` flags of the payment, token or tokens in a success; a flag that is not a boolean breaks another rule. */
function flagsIn({ http, body }: Reply): readonly boolean[] {
  if (http < 200 || http >= 300) return [];
  const flags = Array.isArray(body) ? entries(body).map(({ test }) => test) : [at(body, ['test'])];
  return flags.filter((flag): flag is boolean => isBoolean(flag));
}
