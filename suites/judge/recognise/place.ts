import {
  legacyOperations,
  type LegacyOperationName,
  pathForm,
  resourceOperations,
  type ResourceOperationName,
} from '../../../spec/operations.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import { withoutEnd } from '../../../spec/forms.ts';

/** Where a recorded request went: to an operation of the target, on one of its servers; or why it went to none of them. */
export type Place =
  | ({ readonly server: string } & (
      | { readonly to: 'control'; readonly path: string }
      | { readonly to: 'legacy'; readonly operation: LegacyOperationName; readonly path: string }
      | { readonly to: 'resource'; readonly operation: ResourceOperationName; readonly path: string }
    ))
  | { readonly unjudged: 'elsewhere' }
  | { readonly unjudged: 'path' | 'query'; readonly server: string };

/** Finds where requests went by their addresses and paths (contracts of the settings; both documents, Endpoints). */
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
  return { origin, path: withoutEnd(pathname, '/') };
}

/** The operation of a path, and the path as the document has it; one below it stays below it. */
function legacyOperation(
  path: string,
  { authorizePath, paths }: NonNullable<Target['legacy']>,
): { readonly operation: LegacyOperationName; readonly path: string } | undefined {
  for (const operation of Object.keys(legacyOperations) as LegacyOperationName[]) {
    const { path: documented } = legacyOperations[operation];
    const own = operation === 'authorize' ? authorizePath : (paths?.[operation] ?? documented);
    if (path === own) return { operation, path: documented };
    if (path.startsWith(`${own}/`)) return { operation, path: documented + path.slice(own.length) };
  }
  return undefined;
}

const forms = (Object.keys(resourceOperations) as ResourceOperationName[]).map((name) => {
  const place = resourceOperations[name];
  const below = place.path.endsWith('{id}') ? pathForm(place, '/.+') : undefined;
  return { name, method: place.method, form: pathForm(place), below };
});

/**
 * The operation of a path. Where two share one, the method distinguishes them, and another method stands for the read. What is below a payment or a
 * token and no operation's path is read as one of it.
 */
function resourceOperation(path: string, method: string): ResourceOperationName | undefined {
  const own = forms.filter(({ form }) => form.test(path));
  const found = own.length > 0 ? own : forms.filter(({ below }) => below?.test(path) === true);
  const byMethod = (wanted: string) => found.find((one) => one.method === wanted);
  return (byMethod(method) ?? byMethod('GET') ?? found[0])?.name;
}
