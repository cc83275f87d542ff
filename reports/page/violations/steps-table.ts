import type { OverlapRecord, TranscriptLine } from '../../../harness/journal/journal-records.ts';
import { usesText } from '../../words/transcript.ts';
import { html, type Html } from '../html.ts';

/** Most steps that are displayed: a shrunk sequence has at most ten, a procedure a few dozen. */
export const mostSteps = 60;

/** The steps of a sequence with their answers; those in `overlap` were sent together. */
export function stepsTable(
  transcript: readonly TranscriptLine[],
  caption: string,
  overlap: readonly OverlapRecord[] = [],
): Html {
  const together = new Map(overlap.map((one) => [one.step, one]));
  /** Marks a step that was sent together with others, and says when it started and ended. */
  const overlapText = ({ step }: TranscriptLine): string => {
    const times = together.get(step);
    if (times === undefined) return '';
    return times.from === undefined ? ' ‖' : ` ‖ ${times.from}–${times.to} ms`;
  };
  const listed = transcript.slice(0, mostSteps);
  return html`<div class="scroll">
    <table>
      <caption>
        ${caption}${transcript.length > listed.length ? ` (the first ${mostSteps} of ${transcript.length} steps)` : ''}
      </caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Operation</th>
          <th scope="col">On</th>
          <th scope="col">Intent</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      <tbody>
        ${listed.map(
          (line, index) =>
            html`<tr>
              <th scope="row">${index + 1}${overlapText(line)}</th>
              <td>${line.operation}</td>
              <td>${usesText(line, transcript)}</td>
              <td>${line.kind}</td>
              <td><samp>${line.received}</samp></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
