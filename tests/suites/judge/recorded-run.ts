import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { startEmbedded } from '../../../harness/embedded.ts';
import { controlled, meansOf } from '../../../harness/means/means.ts';
import { loadTarget, type Target } from '../../../harness/settings/settings.ts';
import type { Traffic } from '../../../harness/traffic/traffic.ts';
import { judgeTraffic, type Judgement } from '../../../suites/judge/judge-traffic.ts';
import { certifyEmbedded, type EmbeddedRun } from '../../../suites/faults/certify-embedded.ts';

/** What a run against an embedded server would write. */
export async function recordsOf(run: EmbeddedRun): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = [];
  await certifyEmbedded({ ...run, onRecord: (record) => records.push(record) });
  return records;
}

let embedded: Promise<Target> | undefined;

/** The embedded target with its keys and personas; its server is gone. */
export function embeddedTarget(): Promise<Target> {
  embedded ??= (async () => {
    const { target, close } = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
      seed: 1,
    });
    await close();
    return target;
  })();
  return embedded;
}

export interface Judged extends Judgement {
  readonly accused: ReadonlySet<string>;
  readonly proven: ReadonlySet<string>;
  readonly records: readonly JournalRecord[];
}

/** Judges traffic of the embedded target. */
export async function judged(traffic: Traffic): Promise<Judged> {
  const target = await embeddedTarget();
  const records: JournalRecord[] = [];
  const judgement = await judgeTraffic(traffic, target, {
    means: meansOf(target, controlled),
    write: (record) => records.push(record),
  });
  const proven = records.flatMap((record) => (record.k === 'sequence' ? Object.keys(record.evidence) : []));
  return {
    ...judgement,
    records,
    accused: new Set(judgement.failures.flatMap(({ requirement }) => requirement)),
    proven: new Set(proven),
  };
}
