import { html, type Html, type Part, lines } from '../html.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import { textWidth, timelineText } from '../../timeline/letters.ts';
import type { Timeline } from '../../timeline/timelines.ts';
import { labelGap, labelOf, layout, type Stretch, type Placed } from '../../timeline/layout.ts';

/** What surrounds a drawing. */
export interface Frame {
  /** What it shows, for screen readers; also the caption where none is given. */
  readonly title: string;
  readonly caption?: Part;
  /** Where the same can be read: `the table below says the same`. */
  readonly same: string;
  readonly width: number;
  readonly height: number;
  /** Space around it. Default 0. */
  readonly margin?: number;
  /** Whether it is drawn smaller where it is too wide. Default: it scrolls. */
  readonly fits?: boolean;
}

/** A drawing in SVG that scrolls, or fits, where it is too wide, with its caption above and `below` below. */
export function figure(
  { title, caption = title, same, width, height, margin = 0, fits = false }: Frame,
  drawn: Part,
  below?: Part,
): Html {
  const wide = Math.ceil(width) + 2 * margin;
  const high = Math.ceil(height) + 2 * margin;
  const svg = html`<svg
    role="img"
    aria-label="${title}; ${same}"
    width="${wide}"
    height="${high}"
    viewBox="${-margin} ${-margin} ${wide} ${high}"
  >
    ${drawn}
  </svg>`;
  return html`<figure class="${fits && 'fits'}">
    <figcaption>${caption}</figcaption>
    ${fits ? svg : html`<div class="scroll" role="region" tabindex="0" aria-label="${title}">${svg}</div>`}
    ${below}
  </figure>`;
}

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

const lineHeight = 17;
/** Distance of the first row of labels from the axis. */
const nearest = 24;

/** A timeline as a drawing, requests above and notifications below, and the same as text for screen readers. */
export function timelineFigure(timeline: Timeline): Html {
  const { placed, stretches, width, rowsAbove, rowsBelow } = layout(timeline.events);
  const axis = rowsAbove * lineHeight + nearest;
  const height = axis + nearest + rowsBelow * lineHeight + lineHeight;
  const title = `Timeline of ${timeline.payment}, on the target's clock`;
  const leftOut = timeline.leftOut > 0 ? ` (${timeline.leftOut} in between left out)` : '';
  return figure(
    {
      title,
      caption: `${title}: requests above, notifications with our answers below${leftOut}`,
      same: 'the text below says the same',
      width,
      height,
    },
    [...stretches.map((one) => stretchLine(one, axis)), ...placed.map((one) => event(one, axis))],
    html`<details>
      <summary>As text</summary>
      <pre>${lines(timelineText(timeline).slice(1).join('\n'))}</pre>
    </details>`,
  );
}

function stretchLine({ from, to, text, compressed }: Stretch, axis: number): Html {
  const middle = (from + to) / 2;
  return html`<line
      class="axis${compressed && ' compressed'}"
      x1="${round(from)}"
      x2="${round(to)}"
      y1="${axis}"
      y2="${axis}"
    />${
      text !== undefined &&
      html`<text class="soft" x="${round(middle)}" y="${axis + 13}" text-anchor="middle">${text}</text>`
    }`;
}

function event({ event: { lane, text }, x, row }: Placed, axis: number): Html {
  const up = lane === 'request';
  const y = up ? axis - nearest - row * lineHeight : axis + nearest + (row + 1) * lineHeight - 5;
  const at = round(x);
  return html`<line class="lead" x1="${at}" x2="${at}" y1="${axis}" y2="${up ? y - 8 : y + 2}" /><circle
      class="mark ${lane}"
      cx="${at}"
      cy="${axis}"
      r="4"
    /><text class="${lane}" x="${round(x + labelGap)}" y="${y}">${labelOf({ lane, text })}</text>`;
}

function round(length: number): string {
  return length.toFixed(1);
}
