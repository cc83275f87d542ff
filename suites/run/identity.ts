import type { EndpointRecord, RunIdentity } from '../../harness/records/run-identity.ts';
import { addressOf } from '../../harness/records/run-settings.ts';
import { documents } from '../../spec/documents.ts';
import type { RunPlan } from './run-plan.ts';

/** What a run is against, and by which documents it judges, for its journal. Nothing in it is secret. */
export function identityOf({ target, said = {} }: Pick<RunPlan, 'target' | 'said'>): RunIdentity {
  const { legacy, resource, control, limits } = target;
  const { servers = {}, controlVersion, build = null } = said;
  const endpoints: EndpointRecord[] = [];
  if (legacy !== undefined)
    endpoints.push({
      interface: 'legacy',
      url: addressOf(legacy.baseUrl),
      server: servers.legacy ?? null,
    });
  if (resource !== undefined)
    endpoints.push({
      interface: 'resource',
      url: addressOf(resource.baseUrl),
      version: resource.version,
      server: servers.resource ?? null,
    });
  if (control !== undefined)
    endpoints.push({
      interface: 'control',
      url: addressOf(control.url),
      ...(controlVersion !== undefined && { version: controlVersion }),
      build,
    });
  const { requestsPerSecond, timeoutMs } = limits;
  return {
    endpoints,
    documents: Object.entries(documents).map(([name, { sha256 }]) => ({ name, sha256 })),
    pace: { ...(requestsPerSecond !== undefined && { requestsPerSecond }), timeoutMs },
  };
}
