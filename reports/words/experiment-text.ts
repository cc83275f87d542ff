import type { ExperimentRecord } from '../../harness/records/experiment-record.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { stepLines } from './accusation.ts';
import { plain } from './plain.ts';
import { replayCommand } from './replay-command.ts';

/** What came of an experiment, in one sentence. A suspicion accuses the target of nothing: the documents permit both answers. */
export function experimentSentence({
  ended,
  usual,
  other,
  of,
  condition,
  failure,
}: ExperimentRecord): string {
  const about = of === undefined ? '' : ` of ${of.operation} ${of.kind}`;
  switch (ended) {
    case 'depends':
      return `depends on a condition${about}: "${other}" where ${condition ?? 'it holds'}, otherwise "${usual}"`;
    case 'unsteady':
      return `is unsteady${about}: one sequence gets "${other}" ${failure.failed} of ${failure.outOf} times, and "${usual}" is usual`;
    case 'suspicion':
      return `is a suspicion${about}: one sequence gets "${other}" each time, "${usual}" is usual, and no condition was found that explains it`;
  }
}

const marks = { depends: '·', unsteady: '~', suspicion: '?' } as const;

/** An experiment for the terminal: what came of it, the smallest sequence, and how to run it again. `dir`: the run's folder as the reader would type it. */
export function experimentText(record: ExperimentRecord, dir: string, chosen?: RunRecord['chosen']): string {
  const { point, ended, failure } = record;
  return [
    `${marks[ended]} ${point}   open point, no violation`,
    `     ${plain(experimentSentence(record))}`,
    ...stepLines(failure),
    `  replay   ${replayCommand(dir, failure.reproduction, chosen)}`,
  ].join('\n');
}
