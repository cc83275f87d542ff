import { documentedPaths } from '../../../harness/given/given-data.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';

export type LegacyName = keyof typeof documentedPaths;

/** Where a recorded request went: to an operation of the target, on one of its servers; or why it is none of them. */
export type Place =
  | ({ readonly server: string } & (
      | { readonly to: 'control'; readonly path: string }
      | { readonly to: 'legacy'; readonly operation: LegacyName; readonly path: string }
      | { readonly to: 'resource'; readonly operation: string; readonly path: string }
    ))
  | { readonly unjudged: 'elsewhere' }
  | { readonly unjudged: 'path' | 'query'; readonly server: string };

/** Tells where requests went by their addresses and paths (contracts of the settings; both documents, Endpoints). */
export function locator(target: Target): (exchange: Pick<RecordedExchange, 'url' | 'method'>) => Place {
  const { legacy, resource, control, kind } = target;
  const isOurs = kind === 'embedded';
  const bases = {
    control: control && baseOf(control.url),
    legacy: legacy && baseOf(legacy.baseUrl),
    resource: resource && baseOf(resource.baseUrl),
  };
  /** The path below a base; undefined: it is elsewhere. An embedded target has another port each time. */
  const below = (base: Base | undefined, url: URL): string | undefined =>
    base !== undefined && (isOurs || base.origin === url.origin) && url.pathname.startsWith(base.path)
      ? url.pathname.slice(base.path.length)
      : undefined;
  return (exchange) => {
    if (!URL.canParse(exchange.url)) return { unjudged: 'elsewhere' };
    const url = new URL(exchange.url);
    const server = isOurs ? url.origin : 'target';
    const ofControl = below(bases.control, url);
    if (ofControl?.startsWith('/') === true) return { to: 'control', path: ofControl + url.search, server };
    const ofLegacy = below(bases.legacy, url);
    const operation = legacy && ofLegacy !== undefined ? legacyOperation(ofLegacy, legacy) : undefined;
    if (operation !== undefined)
      return url.search === '' ? { to: 'legacy', ...operation, server } : { unjudged: 'query', server };
    const ofResource = below(bases.resource, url);
    if (ofResource === undefined) return { unjudged: 'elsewhere' };
    const found = resourceOperation(ofResource, exchange.method);
    if (found === undefined) return { unjudged: 'path', server };
    if (url.search !== '') return { unjudged: 'query', server };
    return { to: 'resource', operation: found, path: ofResource, server };
  };
}

interface Base {
  readonly origin: string;
  readonly path: string;
}

function baseOf(address: string): Base {
  const { origin, pathname } = new URL(address);
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** The operation of a path, and the path as the document has it; one below it stays below it. */
function legacyOperation(
  path: string,
  { authorizePath, paths }: NonNullable<Target['legacy']>,
): { readonly operation: LegacyName; readonly path: string } | undefined {
  for (const operation of Object.keys(documentedPaths) as LegacyName[]) {
    const documented = documentedPaths[operation];
    const own = operation === 'authorize' ? authorizePath : (paths?.[operation] ?? documented);
    if (path === own) return { operation, path: documented };
    if (path.startsWith(`${own}/`)) return { operation, path: documented + path.slice(own.length) };
  }
  return undefined;
}

const tails: readonly (readonly [string, RegExp])[] = [
  ['create', /^\/payments$/],
  ['capture', /^\/payments\/[^/]+\/captures$/],
  ['refund', /^\/payments\/[^/]+\/refunds$/],
  ['close', /^\/payments\/[^/]+\/close$/],
  ['suspend', /^\/tokens\/[^/]+\/suspend$/],
  ['resume', /^\/tokens\/[^/]+\/resume$/],
  ['delete', /^\/tokens\/[^/]+\/delete$/],
  ['token-list', /^\/tokens\/$/],
  ['token-get', /^\/tokens\/[^/]+(?:\/.+)?$/],
];

/** The operation of a path; `update` and `get` share one, and a path below another is none of the document's. */
function resourceOperation(path: string, method: string): string | undefined {
  const found = tails.find(([, form]) => form.test(path));
  if (found !== undefined) return found[0];
  if (!/^\/payments\/[^/]+(?:\/.+)?$/.test(path)) return undefined;
  return method === 'PUT' ? 'update' : 'get';
}
