import { commonRules } from '../../spec/resource/common.ts';
import { status } from '../checks.ts';
import type { ApiCall } from '../wire.ts';
import type { ResourceOutcome, ResourceState } from './state.ts';

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

/** Whether a call has the path of its operation, with an id of a form that a service may use. */
export function isOrdinaryPath({ operation, path }: ApiCall): boolean {
  const [, , id = ''] = path.split('/');
  return tails[operation]?.test(path) !== false && (id === '' || ordinaryId.test(id));
}

/**
 * The refusal of an unknown path. Any form, since a gateway may have answered. A path of another operation may also be refused for its
 * method, with an open status.
 */
export function nothingThere(state: ResourceState, { path }: ApiCall): ResourceOutcome {
  const shared = Object.values(tails).some((tail) => tail.test(path));
  const refused = status(
    commonRules.failure.id,
    (http) => http >= 400 && (http < 500 || shared),
    shared ? '4xx or 5xx: the path has no such method' : '4xx: nothing is under this path',
    { earns: false },
  );
  return { name: 'refused: nothing there', refused: true, checks: [refused], next: () => state };
}
