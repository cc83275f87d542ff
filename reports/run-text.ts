import { accusation } from './accusation.ts';
import type { Certificate, CertifiedRequirement } from './certificate-schema.ts';
import { plain } from './plain.ts';
import type { Register } from './register.ts';
import type { RunSummary } from './summary.ts';

/** Ids listed under one reason; the certificate has them all. */
const mostIds = 12;

/** What a person reads at the end of a run: violations first, the verdict last. `dir` is the run's folder as the reader would type it. */
export function runText(
  certificate: Certificate,
  summary: RunSummary,
  register: Register,
  dir: string,
): string {
  const { totals } = certificate;
  const parts = [
    ...summary.failures.map(({ record }) => accusation(record, register, dir)),
    ...byReason(certificate, 'untested', 'untested'),
    ...byReason(certificate, 'not_applicable', 'not applicable', ({ level }) => level === 'must'),
    ...listed('warning', certificate.warnings),
    ...listed(
      'known deviation',
      certificate.known_deviations.map(
        ({ requirement, because, observed }) => `${requirement}: ${because}${observed ? '' : ' (not met)'}`,
      ),
    ),
    ...listed(
      'trouble',
      certificate.troubles.map(({ kind, cause, times }) => `${kind}, ${times}×: ${cause}`),
    ),
    [
      `${totals.requests} requests, ${totals.sequences} sequences, ${totals.webhooks} webhooks in ${(certificate.duration_ms / 1000).toFixed(1)} s; seed ${certificate.seed}`,
      counts(certificate.requirements),
      `certificate  ${dir}/certificate.json`,
    ].join('\n'),
    verdictText(certificate),
  ];
  return parts.join('\n\n');
}

function verdictText({ verdict, reasons, target }: Certificate): string {
  const words = { conformant: 'conformant', nonconformant: 'not conformant', inconclusive: 'inconclusive' };
  const because = reasons.length === 0 ? '' : `: ${plain(reasons.join('; '))}`;
  return `${target.name} is ${words[verdict]}${because}`;
}

function counts(rows: readonly CertifiedRequirement[]): string {
  const verdicts = ['pass', 'fail', 'warn', 'untested', 'not_applicable'] as const;
  const words = verdicts.map((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict.replace('_', ' ')}`];
  });
  return `${rows.length} requirements: ${words.flat().join(', ')}`;
}

function byReason(
  { requirements }: Certificate,
  verdict: CertifiedRequirement['verdict'],
  title: string,
  /** The rows that are worth naming; the others are only counted. */
  named: (row: CertifiedRequirement) => boolean = () => true,
): readonly string[] {
  const groups = new Map<string, CertifiedRequirement[]>();
  for (const row of requirements.filter((candidate) => candidate.verdict === verdict)) {
    const reason = row.reason ?? '';
    groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return [...groups].map(([reason, rows]) => {
    const ids = rows.filter(named).map(({ id }) => id);
    const rest = ids.length > mostIds ? [`… and ${ids.length - mostIds} more`] : [];
    const lines = [...ids.slice(0, mostIds), ...rest].map((id) => `  ${id}`);
    return [`${rows.length} ${title}: ${plain(reason)}`, ...lines].join('\n');
  });
}

function listed(title: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : [texts.map((text) => `${title}: ${plain(text)}`).join('\n')];
}
