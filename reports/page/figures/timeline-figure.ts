import type { Timeline } from '../../timeline/timelines.ts';
import { labelGap, labelOf, layout, type Stretch, type Placed } from '../../timeline/layout.ts';
import { timelineText } from '../../timeline/text.ts';
import { figure } from './figure.ts';
import { html, type Html, lines } from '../html.ts';

const rowHeight = 17;
/** Distance of the first row of labels from the axis. */
const nearest = 24;

/** A timeline as a drawing, requests above and notifications below, and the same as text for screen readers. */
export function timelineFigure(timeline: Timeline): Html {
  const { placed, stretches, width, rowsAbove, rowsBelow } = layout(timeline.events);
  const axis = rowsAbove * rowHeight + nearest;
  const height = axis + nearest + rowsBelow * rowHeight + rowHeight;
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
  const y = up ? axis - nearest - row * rowHeight : axis + nearest + (row + 1) * rowHeight - 5;
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
