import { startEmbedded } from '../../../harness/embedded.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { controlled, meansOf } from '../../../harness/means/means.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { trafficOfRecords } from '../../../harness/traffic/read-traffic.ts';
import type { Traffic } from '../../../harness/traffic/traffic.ts';
import { judgeTraffic, type Judgement } from '../../../suites/judge/judge-traffic.ts';

const embedded = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed: 1 });
await embedded.close();

export interface JudgedRecords extends Judgement {
  readonly seconds: number;
  readonly exchanges: number;
  /** Sequences without a verdict, by the reason. */
  readonly inconclusive: ReadonlyMap<string, number>;
  /** Rows with evidence. */
  readonly proven: ReadonlySet<string>;
}

/** Judges the traffic of a run against an embedded server. */
export function judgedRecords(records: readonly JournalRecord[]): Promise<JudgedRecords> {
  return judgedTraffic(trafficOfRecords(records));
}

/** The same for traffic of any form. */
export async function judgedTraffic(traffic: Traffic): Promise<JudgedRecords> {
  const { target } = embedded;
  const inconclusive = new Map<string, number>();
  const proven = new Set<string>();
  const startedAt = performance.now();
  const judgement = await judgeTraffic(traffic, target, {
    means: meansOf(target, controlled),
    write(record) {
      if (record.k !== 'sequence') return;
      for (const rule of Object.keys(record.evidence)) proven.add(rule);
      if (record.why !== undefined) inconclusive.set(record.why, (inconclusive.get(record.why) ?? 0) + 1);
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...judgement, seconds, exchanges: traffic.exchanges.length, inconclusive, proven };
}

/** A failure with its steps, in lines. */
export function failureLines({ requirement, summary, transcript }: FailureRecord): readonly string[] {
  return [
    `    ✗ ${requirement.join(', ')}: ${summary}`,
    ...transcript.map((line) => `        ${line.step} ${line.operation} → ${line.received}`),
  ];
}
