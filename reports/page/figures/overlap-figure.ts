import type { FailureRecord } from '../../../harness/journal/journal-records.ts';
import { textWidth } from '../../timeline/letters.ts';
import { figure } from './figure.ts';
import { html, type Html } from '../html.ts';

const rowHeight = 22;
/** Width of the whole time axis. */
const span = 420;
const margin = 8;

/** The requests that overlapped, each as a bar over the time that it took; undefined where none did. */
export function overlapFigure({ overlap = [], transcript }: FailureRecord): Html | undefined {
  const bars = overlap.flatMap(({ step, from, to }) => {
    const index = transcript.findIndex((line) => line.step === step);
    const line = transcript[index];
    return line === undefined || from === undefined || to === undefined
      ? []
      : [{ text: `${index + 1} ${line.operation} → ${line.received} (${from}–${to} ms)`, from, to }];
  });
  if (bars.length === 0) return undefined;
  const end = Math.max(1, ...bars.map(({ to }) => to));
  const longest = Math.max(...bars.map(({ text }) => textWidth(text)));
  const height = bars.length * 2 * rowHeight;
  const title = `${bars.length} requests that overlapped, from the first one sent to the last answer, ${end} ms`;
  const drawn = bars.map(({ text, from, to }, index) => {
    const y = index * 2 * rowHeight;
    const x = margin + (from / end) * span;
    // A request that took no measurable time is visible too.
    const length = Math.max(2, ((to - from) / end) * span);
    return html`<text x="${margin}" y="${y + 16}">${text}</text
      ><rect
        class="bar"
        x="${x.toFixed(1)}"
        y="${y + rowHeight}"
        width="${length.toFixed(1)}"
        height="10"
      />`;
  });
  const width = Math.max(span, longest) + 2 * margin;
  return figure({ title, same: 'the steps above say the same', width, height }, drawn);
}
