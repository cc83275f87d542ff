import type { OverlapRecord, TranscriptLine } from '../../harness/journal-records.ts';
import { usesText } from '../transcript.ts';
import { html, type Html } from './html.ts';

/** Steps of one sequence; what is shrunk has ten at most, a procedure a few dozen. */
export const mostSteps = 60;

/** The steps of a sequence with their answers; those in `overlap` were released together. */
export function stepsTable(
  transcript: readonly TranscriptLine[],
  caption: string,
  overlap: readonly OverlapRecord[] = [],
): Html {
  const together = new Map(overlap.map((one) => [one.step, one]));
  /** The mark of a step that was released together with others, and from when to when it was under way. */
  const overlapText = ({ step }: TranscriptLine): string => {
    const times = together.get(step);
    if (times === undefined) return '';
    return times.from === undefined ? ' ‖' : ` ‖ ${times.from}–${times.to} ms`;
  };
  const shown = transcript.slice(0, mostSteps);
  return html`<div class="scroll">
    <table>
      <caption>
        ${caption}${transcript.length > shown.length ? ` (the first ${mostSteps} of ${transcript.length} steps)` : ''}
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
        ${shown.map(
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
