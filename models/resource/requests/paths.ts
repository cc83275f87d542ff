import { pathSegment } from '../../../spec/path-segment.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { at, check, isString, status } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall } from '../../wire.ts';
import type { Outcomes, ResourceOutcome, ResourceState } from '../state.ts';

/** The path of each operation (Endpoints). */
const tails: Readonly<Record<string, RegExp>> = {
  create: /^\/payments$/,
  get: /^\/payments\/[^/]+$/,
  update: /^\/payments\/[^/]+$/,
  capture: /^\/payments\/[^/]+\/captures$/,
  refund: /^\/payments\/[^/]+\/refunds$/,
  close: /^\/payments\/[^/]+\/close$/,
  suspend: /^\/tokens\/[^/]+\/suspend$/,
  resume: /^\/tokens\/[^/]+\/resume$/,
  delete: /^\/tokens\/[^/]+\/delete$/,
  'token-get': /^\/tokens\/[^/]+$/,
  'token-list': /^\/tokens\/$/,
};

/** An id that needs no encoding in a path (RFC 3986, 3.3) and is short enough for any server. An encoded one may be refused as a path. */
const ordinaryId = /^[\w.~!$&'()*+,;=:@-]{1,300}$/;

/** Whether any operation has a path: what is unknown there is the id. */
const isPathOfAny = ({ path }: ApiCall): boolean => Object.values(tails).some((tail) => tail.test(path));

/** Whether a call has the path of its operation. */
export function isPathOfOperation({ operation, path }: ApiCall): boolean {
  return tails[operation]?.test(path) !== false;
}

/** Whether the id in a call's path, if there is one, has a form that any server takes. */
export function hasOrdinaryId(call: ApiCall): boolean {
  const id = idIn(call);
  return id === '' || ordinaryId.test(id);
}

/** The id in a call's path, where it is one that the target has given, in whatever form. */
export function issuedIdIn({ payments, tokens }: ResourceState, call: ApiCall): string | undefined {
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
export function nothingThere(state: ResourceState, call: ApiCall): Outcomes {
  const under = (expected: string, holds: (http: number) => boolean): ResourceOutcome => ({
    name: 'refused: nothing there',
    refused: true,
    checks: [
      status(commonRules.failure.id, holds, `${expected}: nothing is under this path`, { earns: false }),
    ],
    next: () => state,
  });
  if (isPathOfAny(call)) return [under('4xx or 5xx', (http) => http >= 400)];
  return choose(resourceLatitudes.unknownPath, {
    '404': under('404', (http) => http === 404),
    '405': under('405', (http) => http === 405),
    'other-4xx': under('4xx', (http) => http >= 400 && http < 500 && http !== 404 && http !== 405),
    '5xx': under('5xx', (http) => http >= 500),
  });
}

/** More than all other checks of a reply together, so that no violation is measured by this refusal. */
const farthest = 1000;

/**
 * The refusal of a path for the form of its id, which the target gave: by something before the service, and so without an error object of
 * the service. Half of a surrogate pair has no encoding: there the service itself was asked for another id.
 */
export function refusedAsPath(state: ResourceState, id: string): ResourceOutcome {
  const refused = check(
    commonRules.failure.id,
    '4xx or 5xx before the service',
    ({ http, body }) => ({ http, code: at(body, ['code']) }),
    (seen) => Number(at(seen, ['http'])) >= 400 && !(id.isWellFormed() && isString(at(seen, ['code']))),
    { earns: false, decides: true, weight: farthest },
  );
  return { name: 'refused: as a path', refused: true, checks: [refused], next: () => state };
}
