import type { Certificate } from '../certificate/certificate-schema.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import { plain } from '../words/plain.ts';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

const verdicts = ['conformant', 'nonconformant', 'inconclusive'] as const;
const rowVerdicts = ['pass', 'fail', 'warn', 'untested', 'not_applicable'] as const;
const nightVerdicts = ['quiet', 'alarm', 'inconclusive'] as const;

/** A run's figures for dashboards, as OpenMetrics text. Gauges without timestamps: a collector that reads the file again gets the same. */
export function openMetrics(certificate: Certificate, night: Nightly | undefined): string {
  const { target, tool, totals, requirements, failures, scope } = certificate;
  // Gauges only: collectors that read the older text format of Prometheus know no other type that fits.
  const family = (name: string, help: string, samples: readonly Sample[]) => [
    `# TYPE ${name} gauge`,
    `# HELP ${name} ${help}`,
    ...samples.map(
      ({ labels = {}, value }) => `${name}${labelText({ target: target.name, ...labels })} ${value}`,
    ),
  ];
  const states = (known: readonly string[], is: string): readonly Sample[] =>
    known.map((verdict) => ({ labels: { verdict }, value: Number(verdict === is) }));
  const documents = [...new Set(requirements.map(({ document }) => document))];
  const rows = documents.flatMap((document) =>
    rowVerdicts.map((verdict) => ({
      labels: { document, verdict },
      value: requirements.filter((row) => row.document === document && row.verdict === verdict).length,
    })),
  );
  const violations = ['steady', 'flaky'].map((kind) => ({
    labels: { kind },
    value: failures.filter(({ flaky }) => flaky === (kind === 'flaky')).length,
  }));
  const one = (value: number): readonly Sample[] => [{ value }];
  const lines = [
    family('payproof_run_info', 'The run and what made it.', [
      { labels: { version: tool.version, seed: String(certificate.seed) }, value: 1 },
    ]),
    family('payproof_verdict', 'The verdict on the target.', states(verdicts, certificate.verdict)),
    ...(night === undefined
      ? []
      : [
          family(
            'payproof_night',
            'What the night says, compared with the one before.',
            states(nightVerdicts, night.verdict),
          ),
        ]),
    family(
      'payproof_scope_complete',
      'Whether everything was tested that can be tested over HTTP.',
      one(Number(scope?.complete === true)),
    ),
    family('payproof_requirements', 'Requirements by verdict.', rows),
    family(
      'payproof_violations',
      'Violations that were found; flaky ones do not accuse the target.',
      violations,
    ),
    family('payproof_requests', 'Requests that were judged.', one(totals.requests)),
    family('payproof_shrink_requests', 'Requests to shrink violations.', one(totals.shrink_requests)),
    family('payproof_sequences', 'Sequences that were run.', one(totals.sequences)),
    family('payproof_notifications', 'Notifications that came.', one(totals.webhooks)),
    family('payproof_duration_seconds', 'How long the run took.', one(certificate.duration_ms / 1000)),
    family(
      'payproof_started_seconds',
      'When the run began, since the epoch.',
      one(Date.parse(certificate.started_at) / 1000),
    ),
  ];
  return `${[...lines.flat(), '# EOF'].join('\n')}\n`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(',')}}`;
}

/** As the format asks; what else is hidden in a target's name must not reach a terminal either. */
function escaped(value: string): string {
  return plain(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
