import { isObject } from '../../../spec/forms.ts';
import { pathOf, resourceOperations } from '../../../spec/operations.ts';
import { briefly, type Case } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

/** A body of JSON as it is read. */
type Json = unknown;

const million = 1_000_000;

/** What takes the place of one value of each reply: each is as long as a reply may be. */
const values: Readonly<Record<string, Json>> = {
  'a million letters': 'a'.repeat(million),
  'a million digits': '1'.repeat(million),
  'a million zeros behind a point': `1.${'0'.repeat(million)}`,
  'a million blanks': ' '.repeat(million),
  'a million quotes': '"'.repeat(million / 2),
  'a million equals signs': '='.repeat(million),
  'words of two letters': 'ab '.repeat(million / 3),
  'a date and a million dots': `2026-01-31${'.'.repeat(million)}`,
  'a list of 40,000 entries': Array.from({ length: 40_000 }, (_, index) => ({ id: `tok_${index}` })),
  'an object of 100,000 members': Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`m${index}`, index]),
  ),
};

const tokensOfOthers = 4000;

/** Of a merchant who is older than the run: the list has no pages (resource, GET /tokens/). */
const longList: Case = {
  name: `a sound server whose list has ${tokensOfOthers} tokens of others`,
  args: ['--only', 'resource', '--runs', '100', '--max-requests', '5000'],
  expect: { exit: [0], begins: true, shows: ['resource.token-list.only-active-and-suspended'] },
  start: async () => {
    const list = resourceOperations['token-list'];
    let padded = 0;
    const target = await behindProxy({
      after: (reply, { method, path }) => {
        const isList = method === list.method && path === pathOf(list);
        const listed = isList ? parsed(reply.body.toString()) : undefined;
        if (!Array.isArray(listed)) return reply;
        const [sample] = listed as readonly Json[];
        if (!isObject(sample)) return reply;
        padded += 1;
        const others = Array.from({ length: tokensOfOthers }, (_, index) => ({
          ...sample,
          id: `tok_ofothers${String(index).padStart(12, '0')}`,
          metadata: {},
        }));
        return { ...reply, body: Buffer.from(JSON.stringify([...(listed as readonly Json[]), ...others])) };
      },
    });
    return {
      ...target,
      async close() {
        await target.close();
        if (padded === 0) throw new Error('no list of tokens was made long: the case has tried nothing');
      },
    };
  },
};

/** One value of each reply is replaced, another one each time, so that each field of each reply has its turn. */
const replacedValues: readonly Case[] = Object.entries(values).map(([name, value]) => ({
  name: `in each reply: ${name}`,
  args: briefly,
  // A reply with a text so long is read no further, which says so before the run or makes it inconclusive.
  expect: { exit: [1, 3], accuses: 'any' },
  start: () => {
    let replies = 0;
    return behindProxy({
      after: (reply, { path }) => {
        if (path.startsWith('/control')) return reply;
        const body = parsed(reply.body.toString());
        const places = leavesOf(body);
        const place = places[replies++ % places.length];
        if (place === undefined) return reply;
        return { ...reply, body: Buffer.from(JSON.stringify(withValue(body, place, value))) };
      },
    });
  },
}));

export const largeValues: readonly Case[] = [longList, ...replacedValues];

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The ways to all that holds nothing else. */
function leavesOf(body: Json): readonly (readonly string[])[] {
  if (typeof body !== 'object' || body === null) return body === undefined ? [] : [[]];
  return Object.entries(body).flatMap(([name, inner]: [string, Json]) =>
    leavesOf(inner).map((rest) => [name, ...rest]),
  );
}

function withValue(body: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  if (Array.isArray(body))
    return body.map((inner: Json, index) => (String(index) === name ? withValue(inner, rest, value) : inner));
  return isObject(body) ? { ...body, [name]: withValue(body[name], rest, value) } : body;
}
