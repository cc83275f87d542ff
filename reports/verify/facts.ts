import type { Certificate } from '../certificate/certificate-schema.ts';

/**
 * What a certificate states, apart from its wording, which another version of payproof may have changed. `like` is the certificate that is
 * checked: what it lacks, as an earlier one does, is left out of both.
 */
export function factsOf(certified: Certificate, like: Certificate): object {
  const { target, tool, totals, seed, started_at, duration_ms, interrupted } = certified;
  const rows = new Set(like.requirements.map(({ id }) => id));
  const points = new Set(like.latitudes.map(({ id }) => id));
  return {
    verdict: certified.verdict,
    ...(like.night !== undefined && {
      night: { verdict: certified.night?.verdict, exit: certified.night?.exit },
    }),
    target: { name: target.name, interfaces: target.interfaces, capabilities: target.capabilities },
    tool: {
      version: tool.version,
      node: tool.node,
      ...(like.tool.commit !== undefined && { commit: tool.commit }),
    },
    seed,
    started_at,
    duration_ms,
    interrupted,
    ...(like.shards !== undefined && { shards: certified.shards }),
    totals,
    requirements: certified.requirements
      .filter(({ id }) => rows.has(id))
      .map(({ id, level, verdict, checks }) => ({ id, level, verdict, checks })),
    latitudes: certified.latitudes
      .filter(({ id }) => points.has(id))
      .map(({ id, observed, checks, consistent }) => ({ id, observed, checks, consistent })),
    failures: certified.failures.map(({ requirement, interface: of, steps, flaky, reproduction }) => ({
      requirement,
      interface: of,
      steps,
      flaky,
      reproduction,
    })),
    known_deviations: certified.known_deviations,
    ...(like.journal !== undefined && {
      endpoints: target.endpoints,
      documents: certified.documents,
      settings: certified.settings,
      profile: certified.profile,
      journal: certified.journal,
    }),
  };
}
