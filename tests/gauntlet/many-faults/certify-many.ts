import type { Fault } from '../../../reference/faults/fault.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { certifyEmbedded, type EmbeddedRun } from '../../../suites/faults/certify-embedded.ts';

/** What a run against several faults has shown. */
export interface Shown {
  readonly requests: number;
  /** Rows that a fault breaks and that did not fail. */
  readonly missed: readonly string[];
  /** Rows that failed although no fault breaks them. */
  readonly others: readonly string[];
  readonly untested: readonly string[];
  /** What did not fail each time. */
  readonly flaky: readonly string[];
  /** The failures that accuse such other rows: the step, and all rows that it accuses. */
  readonly accusing: readonly string[];
}

/** Certifies the reference with these faults, and compares the rows that fail with those that the faults break. */
export async function certifyMany(
  faults: readonly Fault[],
  run: Omit<EmbeddedRun, 'faults'>,
): Promise<Shown> {
  const outcome = await certifyEmbedded({ ...run, faults: faults.map(({ id }) => id) });
  const folded = fold(outcome.records);
  const { requirements } = certificate(folded, register);
  const broken = new Set(faults.map(({ requirement }) => requirement));
  const withVerdict = (verdict: string) =>
    requirements.filter((row) => row.verdict === verdict).map(({ id }) => id);
  const failed = withVerdict('fail');
  return {
    requests: outcome.requests,
    missed: [...broken].filter((id) => !failed.includes(id)),
    others: failed.filter((id) => !broken.has(id)),
    untested: withVerdict('untested'),
    flaky: outcome.failures.filter(({ flaky }) => flaky).map(({ summary }) => summary),
    accusing: folded.failures
      .map(({ record }) => record)
      .filter(({ flaky, requirement }) => !flaky && requirement.some((id) => !broken.has(id)))
      .map(
        ({ sequence, requirement, summary }) =>
          `${sequence.map(({ operation, kind }) => `${operation} ${kind}`).join(' → ')}: ${requirement.join(', ')}: ${summary}`,
      ),
  };
}
