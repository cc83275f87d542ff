import type { RunSummary } from '../journal/summary.ts';
import { journalName } from '../../harness/journal/journal-place.ts';
import type { Certificate } from './certificate-schema.ts';

type Identity = Pick<Certificate, 'documents' | 'settings' | 'profile' | 'journal'>;

/** By which documents and settings a run judged, and the journal that shows it; what a journal of an earlier version does not hold is left out. */
export function identityOf({ run, journal }: Pick<RunSummary, 'run' | 'journal'>): Identity {
  const { documents, settings, pace, profile } = run;
  return {
    ...(documents !== undefined && { documents: documents.map(({ name, sha256 }) => ({ name, sha256 })) }),
    ...(settings !== undefined && {
      settings: { ...settings, ...paceSettings(pace) },
      profile: { ...profile },
    }),
    ...(journal !== undefined && { journal: { file: journalName, ...journal } }),
  };
}

function paceSettings(pace: RunSummary['run']['pace']): NonNullable<Certificate['settings']> {
  if (pace === undefined) return {};
  const { requestsPerSecond, timeoutMs } = pace;
  return {
    ...(requestsPerSecond !== undefined && { 'limits.requests_per_second': requestsPerSecond }),
    'limits.timeout': `${timeoutMs} ms`,
  };
}

/** The interfaces of the target as the run found them. */
export function endpointsOf({ run }: Pick<RunSummary, 'run'>): Pick<Certificate['target'], 'endpoints'> {
  if (run.endpoints === undefined) return {};
  return {
    endpoints: run.endpoints.map(({ interface: of, url, version, server, build }) => ({
      interface: of,
      url,
      ...(version !== undefined && { version }),
      ...(server !== undefined && { server }),
      ...(build !== undefined && { build }),
    })),
  };
}
