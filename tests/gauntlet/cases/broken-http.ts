import type { Case, Hostile } from '../case.ts';
import { briefly, interfaces } from '../case.ts';
import { behindProxy, entryAt } from '../support/reference-target.ts';
import { startRawServer, type RawAnswer } from '../support/raw-server.ts';
import { rawAnswers } from './raw-answers.ts';

/** Requests that are answered well before the behaviour begins: fewer than the evidence for all of an interface takes. */
const soundRequests = 30;
/** These bring a whole reply, wrong as it is: such a one may break a row. */
const repliesOfItsOwn: ReadonlySet<string> = new Set([
  'a gzip bomb',
  'a deflate bomb',
  'a brotli bomb',
  'a zstd bomb',
  'a zstd frame that is none',
  'status 204 with a body',
  'status 999',
  'a length that is too short',
  'a length and chunks',
  'a second reply behind the first',
  'a reset after the reply',
  'a redirect to itself',
  'a redirect to a file',
  'a redirect elsewhere',
]);
const shortOnes: ReadonlySet<string> = new Set(['no answer', 'a gzip bomb', 'a redirect to a file']);

/** From the first request on: nothing is judged, and one line says what answers there. */
const fromTheStart: readonly Case[] = Object.entries(rawAnswers).map(([name, answer]) => ({
  name: `from the start: ${name}`,
  args: briefly,
  short: shortOnes.has(name),
  expect: {
    exit: [3],
    begins: false,
    says: /could not be reached|that is not this service|is not followed|was not asked for/,
  },
  start: async () => {
    const server = await startRawServer(answer);
    return { entry: entryAt(server.url), limits: { away: '2s' }, close: () => server.close() };
  },
}));

/** From the next request on, in the middle of sequences: the target counts as away, and nobody is accused of what the network did. */
const later: readonly Case[] = Object.entries(rawAnswers).map(([name, answer], i) => ({
  name: `after ${soundRequests} requests: ${name}`,
  args: interfaces[i % 2] ?? briefly,
  waits: !repliesOfItsOwn.has(name),
  expect: repliesOfItsOwn.has(name)
    ? { exit: [1, 3], begins: true, accuses: 'any' }
    : { exit: [3], begins: true },
  start: () => hostileAfter(answer),
}));

/** With so many sequences that twenty answers in a row are none of the target's, or can't be read. */
const forGood: readonly Case[] = (
  [
    ['a 502 page of a gateway', /gone since/],
    // Somebody answers all the same.
    ['an endless body', /an answer was not judged: the reply is larger than/],
  ] as const
).map(([name, says]) => ({
  name: `for good after ${soundRequests} requests: ${name}`,
  args: ['--only', 'resource', '--runs', '100', '--max-requests', '2000'],
  waits: true,
  expect: { exit: [3], begins: true, says },
  start: () => hostileAfter(rawAnswers[name]),
}));

/** The reference until so many requests, and then what answers by hand. */
function hostileAfter(answer: RawAnswer): Promise<Hostile> {
  return behindProxy({
    before: (request, socket) => {
      if (request.n <= soundRequests) return request;
      answer(socket, request.body);
      return 'taken';
    },
  });
}

export const brokenHttp: readonly Case[] = [...fromTheStart, ...later, ...forGood];
