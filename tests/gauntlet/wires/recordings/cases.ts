import { meansOf } from '../../../../harness/means/means.ts';
import { trafficOfHar } from '../../../../harness/traffic/read-traffic.ts';
import type { JournalRecord } from '../../../../harness/journal/journal-records.ts';
import { faults } from '../../../../reference/faults.ts';
import { judgeTraffic } from '../../../../suites/judge/judge-traffic.ts';
import { leftOut } from './left-out.ts';
import { recordedFaults } from './recorded-faults.ts';
import { recordedFlow, type Flow } from './recorded-flow.ts';
import { harOf, recorders, type RecorderName } from './recorders.ts';

/** What came of judging one recording. */
export interface JudgedRecording {
  readonly accused: readonly string[];
  readonly summaries: readonly string[];
  /** Requests that were judged, of how many. */
  readonly judged: number;
  readonly of: number;
  /** All that is written of it. */
  readonly written: string;
}

/** A recording, with who must be accused: nobody, or a requirement. */
export interface RecordingCase {
  readonly title: string;
  readonly expect: 'accuses nobody' | (string & {});
  run(): Promise<JudgedRecording>;
}

/** Judges a HAR file of the target of a flow. */
async function judgedHar({ target }: Flow, har: unknown): Promise<JudgedRecording> {
  const traffic = trafficOfHar(JSON.parse(JSON.stringify(har)), 'recording.har');
  const records: JournalRecord[] = [];
  const means = meansOf(target, []);
  const { failures, judged } = await judgeTraffic(traffic, target, {
    means,
    write: (record) => records.push(record),
  });
  return {
    accused: failures.flatMap(({ requirement }) => requirement),
    summaries: failures.map(({ summary }) => summary),
    judged,
    of: traffic.exchanges.length,
    written: JSON.stringify(records),
  };
}

let sound: Promise<Flow> | undefined;
const soundFlow = (): Promise<Flow> => (sound ??= recordedFlow());

/** Each program with each thing left out, of one flow of a right server: nobody is accused. */
export const soundRecordings: readonly RecordingCase[] = (Object.keys(recorders) as RecorderName[]).flatMap(
  (name) =>
    Object.entries(leftOut).map(([what, leaves]) => ({
      title: `${name}: ${what}`,
      expect: 'accuses nobody' as const,
      run: async () => {
        const flow = await soundFlow();
        return judgedHar(flow, harOf(name, flow.seen, leaves));
      },
    })),
);

/** The files of every program in turn, of wrong servers, with nothing left out. */
export const faultRecordings: readonly RecordingCase[] = recordedFaults.map((id, index) => {
  const names = Object.keys(recorders) as RecorderName[];
  const name = names[index % names.length] ?? 'Chrome';
  return {
    title: `${name}, of a server with the fault ${id}`,
    expect: faults.find((one) => one.id === id)?.requirement ?? `no fault ${id}`,
    run: async () => {
      const flow = await recordedFlow([id]);
      return judgedHar(flow, harOf(name, flow.seen));
    },
  };
});
