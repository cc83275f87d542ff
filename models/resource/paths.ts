import { commonRules } from '../../spec/resource/common.ts';
import { status } from '../checks.ts';
import type { ApiCall } from '../wire.ts';
import type { ResourceOutcome, ResourceState } from './state.ts';

/** The last part of each operation's path, behind the id where there is one (Endpoints). */
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

/** Of what a path can hold as it is (RFC 3986, 3.3), and short enough for any server's limits; what is encoded may be refused as a path. */
const ordinaryId = /^[\w.~!$&'()*+,;=:@-]{1,300}$/;

/** Whether a call's path is that of its operation, with an id of a form that a service may have given. */
export function isOrdinaryPath({ operation, path }: ApiCall): boolean {
  const [, , id = ''] = path.split('/');
  return tails[operation]?.test(path) !== false && (id === '' || ordinaryId.test(id));
}

/**
 * What is under no path: refused, in whatever form, since something before the service may have answered. Where another operation has
 * the path it is the method that is refused, under a status that is open.
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
