import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duration } from '../../../reports/timeline/duration.ts';
import type { TimelineEvent } from '../../../reports/timeline/timelines.ts';
import { layout, type Placed } from '../../../reports/timeline/layout.ts';

const minute = 60_000;

const event = (at: number, lane: TimelineEvent['lane'] = 'notification', text = 'close_success → 200') => ({
  at,
  lane,
  text,
});

/** One to twenty events whose stretches reach from none to thirty days. */
const anyEvents = fc
  .array(
    fc.record({
      gap: fc.oneof(
        fc.constant(0),
        fc.nat(10),
        fc.nat(1000),
        fc.nat(10 * minute),
        fc.constant(30 * 1440 * minute),
      ),
      lane: fc.constantFrom('request' as const, 'notification' as const, 'due' as const),
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, lane, text }) => event((at += gap), lane, text));
  });

const isAbove = ({ event: { lane } }: Placed) => lane === 'request';
const pairs = (placed: readonly Placed[]) =>
  placed.flatMap((one, index) => placed.slice(index + 1).map((other) => [one, other] as const));

describe('the layout of a timeline', () => {
  test('has no overlapping labels, with 1 to 20 events', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const inOneRow = pairs(layout(events).placed).filter(
          ([one, other]) => isAbove(one) === isAbove(other) && one.row === other.row,
        );
        const apart = inOneRow.every(
          ([one, other]) => one.x + one.width <= other.x || other.x + other.width <= one.x,
        );
        expect(apart).toBe(true);
      }),
    );
  });

  test('has no line from a label to its mark that crosses another label', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { placed } = layout(events);
        const crossed = placed.flatMap((line) =>
          placed.filter(
            (label) =>
              isAbove(line) === isAbove(label) &&
              label.row < line.row &&
              label.x < line.x &&
              line.x < label.x + label.width,
          ),
        );
        expect(crossed).toEqual([]);
      }),
    );
  });

  test('keeps the order of events, draws equal times at one place, and everything inside its width', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { placed, width } = layout(events);
        expect(placed.every((one) => one.x + one.width <= width)).toBe(true);
        const inOrder = placed.slice(1).every((one, index) => {
          const before = placed[index];
          if (before === undefined) return false;
          return one.event.at === before.event.at ? one.x === before.x : one.x > before.x;
        });
        expect(inOrder).toBe(true);
      }),
    );
  });

  test('draws ten minutes and ten milliseconds so that both are visible, and marks compressed time', () => {
    const { stretches } = layout([event(0), event(10), event(10 + 10 * minute)]);
    const [short, long] = stretches.map(({ from, to }) => to - from);
    expect(short).toBeGreaterThan(20);
    expect((long ?? 0) / (short ?? 1)).toBeGreaterThan(2);
    expect((long ?? 0) / (short ?? 1)).toBeLessThan(10);
    expect(stretches.map(({ compressed, text }) => [compressed, text])).toEqual([
      [false, '+10 ms'],
      [true, '+10 min'],
    ]);
  });
});

test.each([
  [0, '0 ms'],
  [999.6, '1 s'],
  [2_540, '2.5 s'],
  [59_900, '60 s'],
  [119_600, '2 min'],
  [90 * minute, '1 h 30 min'],
  [30 * 1440 * minute, '30 d'],
])('%d ms read %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
