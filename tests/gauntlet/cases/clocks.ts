import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

const hourMs = 3_600_000;

/** The `Date` header of reply n, by how far it is from real time. No document promises this header. */
const headers: Readonly<Record<string, (n: number) => string>> = {
  'hours ahead': () => new Date(Date.now() + 7 * hourMs).toUTCString(),
  'hours behind': () => new Date(Date.now() - 7 * hourMs).toUTCString(),
  'that jumps': (n) => new Date(Date.now() + (n % 2 === 0 ? 1 : -1) * 100 * hourMs).toUTCString(),
  'that runs backwards': (n) => new Date(Date.now() - n * hourMs).toUTCString(),
  'that is no date': () => '\u00ff\u00fe yesterday',
};

export const wrongClocks: readonly Case[] = Object.entries(headers).map(([name, dated]) => ({
  name: `a Date header ${name}`,
  args: briefly,
  expect: { exit: [0, 3] },
  start: () =>
    behindProxy({ after: (reply, { n }) => ({ ...reply, headers: { ...reply.headers, date: dated(n) } }) }),
}));
