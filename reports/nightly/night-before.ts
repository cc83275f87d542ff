import { basename } from 'node:path';
import type { NightBefore } from '../../harness/records/night-records.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { choicesIn } from './drift.ts';

/** What the next night is compared with, from a run's certificate. `run`: the name of its folder. */
export function nightBefore(certificate: Certificate, run: string): NightBefore {
  const rows = certificate.requirements.flatMap(({ id, verdict }) =>
    verdict === 'pass' || verdict === 'fail' || verdict === 'warn' ? [[id, verdict] as const] : [],
  );
  const observed = certificate.latitudes
    .filter(({ observations }) => observations.length > 0)
    .map((latitude) => [latitude.id, choicesIn(latitude)] as const);
  return {
    run,
    startedAt: certificate.started_at,
    rows: Object.fromEntries(rows),
    observed: Object.fromEntries(observed),
    failures: certificate.failures.map(({ requirement, interface: of, summary, flaky }) => ({
      requirement,
      interface: of,
      summary,
      flaky,
    })),
  };
}

/** The name of a kept reproduction: that of its file, the same every night. */
export function keptName(reproduction: string): string {
  return basename(reproduction, '.json').replace(/^kept-/, '');
}
