import type { Nightly } from '../../nightly/nightly-schema.ts';
import { figure } from '../figures/figure.ts';
import { html, type Html } from '../html.ts';
import { ascent, descent, textWidth } from '../../timeline/letters.ts';
import { coverageOf, lastNights, mostNights } from './nights-table.ts';

type Trend = readonly Nightly['trend'][number][];

/** Fits a phone without being made smaller, so that its words stay readable. */
const width = 340;
const slot = width / mostNights;
/** Of a panel: its words above, what it shows, and space below. */
const words = ascent + descent;
const drawn = 34;
const panel = words + drawn + 9;

interface Panel {
  readonly name: string;
  readonly mark: 'requests' | 'violations' | 'latency' | 'coverage';
  readonly unit: string;
  /** Bars begin at 0; a line joins points and leaves out nights without one. */
  readonly as: 'bars' | 'line';
  readonly value: (night: Trend[number]) => number | null;
  /** What the full height stands for. Default: the most of all nights. */
  readonly full?: number;
}

const panels: readonly Panel[] = [
  { name: 'Requests', mark: 'requests', unit: '', as: 'bars', value: ({ requests }) => requests },
  { name: 'Violations', mark: 'violations', unit: '', as: 'bars', value: ({ violations }) => violations },
  {
    name: 'Median latency',
    mark: 'latency',
    unit: ' ms',
    as: 'line',
    value: ({ latency_ms: latency }) => latency?.median ?? null,
  },
  { name: 'Coverage', mark: 'coverage', unit: ' %', as: 'line', value: coverageOf, full: 100 },
];

/** How a night ended, by its exit status. */
const ends: Readonly<Record<number, string>> = { 0: '·', 1: '!', 3: '?', 130: '–' };

/** Requests, violations, latency and coverage of the last nights, one above the other. */
export function nightsFigure(trend: Trend): Html {
  const nights = lastNights(trend);
  const height = panels.length * panel + 2 * words;
  const title = nights.length === 1 ? 'This night' : `The last ${nights.length} nights`;
  return figure(
    {
      title: `${title}: requests, violations, latency and coverage`,
      caption: html`${title}, the newest on the right. Below: <code>!</code> alarm,
        <code>?</code> inconclusive, <code>–</code> interrupted, <code>·</code> no alarm.`,
      same: 'the table below says the same',
      width,
      height,
      fits: true,
    },
    [
      ...panels.map((one, index) => panelOf(one, nights, index * panel)),
      ...nights.map(
        ({ exit }, index) =>
          html`<text
            x="${middle(index, nights.length)}"
            y="${panels.length * panel + ascent}"
            text-anchor="middle"
            >${exit === null ? '' : (ends[exit] ?? '')}</text
          >`,
      ),
      dates(nights, height - descent),
    ],
  );
}

function panelOf({ name, mark, unit, as, value, full }: Panel, nights: Trend, top: number): Html {
  const values = nights.map(value);
  const known = values.filter((one) => one !== null);
  const most = full ?? Math.max(1, ...known);
  const bottom = top + words + drawn;
  const last = values.at(-1) ?? null;
  const newest = (after: string): string =>
    last === null ? 'none this night' : `${shown(last)}${unit}${after}`;
  const rest = known.length > 0 && full === undefined ? `, most ${shown(most)}${unit}` : '';
  const long = `${newest(' this night')}${rest}`;
  // The newest night is on the right, as the words are.
  const says = textWidth(`${name} ${long}`) <= width ? long : `${newest('')}${rest}`;
  const y = (one: number): string => (bottom - (Math.min(one, most) / most) * drawn).toFixed(1);
  const shapes =
    as === 'bars'
      ? values.map(
          (one, index) => one !== null && one > 0 && bar(index, nights.length, Number(y(one)), bottom, mark),
        )
      : line(values, nights.length, y, mark);
  return html`<text class="name" x="0" y="${top + ascent}">${name}</text
    ><text class="soft" x="${width}" y="${top + ascent}" text-anchor="end">${says}</text
    ><line class="lead" x1="0" x2="${width}" y1="${bottom}" y2="${bottom}" />${shapes}`;
}

function bar(index: number, count: number, y: number, bottom: number, mark: string): Html {
  const wide = slot * 0.7;
  // A small number beside a large one is seen too.
  const high = Math.max(1.5, bottom - y);
  return html`<rect
    class="plot ${mark}"
    x="${(Number(middle(index, count)) - wide / 2).toFixed(1)}"
    y="${(bottom - high).toFixed(1)}"
    width="${wide.toFixed(1)}"
    height="${high.toFixed(1)}"
  />`;
}

function line(
  values: readonly (number | null)[],
  count: number,
  y: (one: number) => string,
  mark: string,
): Html {
  const points = values.flatMap((one, index) =>
    one === null ? [] : [{ index, x: middle(index, count), y: y(one) }],
  );
  const path = points
    .map(
      ({ index, x, y: at }, nth) =>
        `${nth > 0 && points[nth - 1]?.index === index - 1 ? 'L' : 'M'}${x} ${at}`,
    )
    .join(' ');
  return html`${points.length > 0 && html`<path class="plot ${mark}" d="${path}" />`}${points.map(
    ({ x, y: at }) => html`<circle class="plot ${mark}" cx="${x}" cy="${at}" r="2" />`,
  )}`;
}

function dates(nights: Trend, y: number): Html {
  const [first, last] = [nights[0], nights.at(-1)];
  return html`${
      nights.length > 1 && html`<text class="soft" x="0" y="${y}">${first?.started_at.slice(0, 10)}</text>`
    }<text class="soft" x="${width}" y="${y}" text-anchor="end">${last?.started_at.slice(0, 10)}</text>`;
}

/** Where a night stands: the newest on the right. */
function middle(index: number, count: number): string {
  return (width - (count - index - 0.5) * slot).toFixed(1);
}

function shown(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
