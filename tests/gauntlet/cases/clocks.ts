import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

const hourMs = 3_600_000;

/** How far the answer n is from the server's time, ms. */
const wrong: Readonly<Record<string, (n: number) => number>> = {
  'hours ahead': () => 7 * hourMs,
  'hours behind': () => -7 * hourMs,
  'that jumps': (n) => (n % 2 === 0 ? 1 : -1) * 100 * hourMs,
  'that runs backwards': (n) => -n * hourMs,
};

/** No document promises the `Date` header. */
const headers: Readonly<Record<string, (n: number) => string>> = {
  ...Object.fromEntries(
    Object.entries(wrong).map(([name, off]) => [
      name,
      (n: number) => new Date(Date.now() + off(n)).toUTCString(),
    ]),
  ),
  'that is no date': () => '\u00ff\u00fe yesterday',
};

const dated: readonly Case[] = Object.entries(headers).map(([name, date]) => ({
  name: `a Date header ${name}`,
  args: briefly,
  expect: { exit: [0, 3] },
  start: () =>
    behindProxy({ after: (reply, { n }) => ({ ...reply, headers: { ...reply.headers, date: date(n) } }) }),
}));

/** The server's own clock, which its replies and its control agree on. */
const ahead: readonly Case[] = Object.entries({
  'seven hours ahead': 7 * hourMs,
  'seven hours behind': -7 * hourMs,
  'three years ahead': 3 * 365 * 24 * hourMs,
}).map(([name, aheadMs]) => ({
  name: `a server ${name}`,
  args: briefly,
  expect: { exit: [0, 3] },
  start: () => behindProxy({}, { aheadMs }),
}));

/**
 * What control says of the clock contradicts what the server does. Whole hours may be the time zone in which the server writes its dates; a
 * clock that does not run as time does is a wrong setting.
 */
const unsteady: ReadonlySet<string> = new Set(['that jumps', 'that runs backwards']);

const told: readonly Case[] = Object.entries(wrong).map(([name, off]) => ({
  name: `a control clock ${name}`,
  args: briefly,
  expect: unsteady.has(name) ? { exit: [2], begins: false, says: /between two readings/ } : { exit: [0, 3] },
  start: () => {
    let n = 0;
    const moved = (now: string) => new Date(Date.parse(now) + off((n += 1))).toISOString();
    return behindProxy({
      controlled: (reply) => ({
        ...reply,
        body: Buffer.from(
          reply.body
            .toString()
            .replace(/"now":"([^"]+)"/, (_, now: string) => `"now":${JSON.stringify(moved(now))}`),
        ),
      }),
    });
  },
}));

export const wrongClocks: readonly Case[] = [...dated, ...ahead, ...told];
