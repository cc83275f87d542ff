import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { keyForms } from '../../support/runs/key-forms.ts';
import type { Passed, Passing } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';

const boundary = 32 * 1024;
const spread = 40;

/** So often in a row that one of them lies across the boundary, wherever the text begins in its body. */
const acrossBoundary = (key: string): string =>
  'a'.repeat(boundary - (spread / 2) * (key.length + 1)) + `${key} `.repeat(spread);

/** Forms in which a target may send a key back. */
const forms: Readonly<Record<string, (key: string) => string>> = {
  ...keyForms,
  'across a boundary of 32 kB': acrossBoundary,
};
const inEveryForm = (key: string) =>
  Object.values(keyForms)
    .map((form) => form(key))
    .join(' ');

const keyOf = ({ headers }: Passing): string => String(headers['authorization'] ?? '').replace(/^\w+ /, '');

/** Most servers send at most so many bytes in a header. */
const longestHeader = 8000;
/** Texts of failures that the documents leave open, and codes that they do not. */
const texts = /"(message|description)":"[^"]*"/g;
const codes = /"(message|description|title|status|reason|code)":"[^"]*"/g;

const echo = (where: RegExp, form: (key: string) => string) => (reply: Passed, request: Passing) => {
  const key = keyOf(request);
  const inHeader = form(key).length > longestHeader ? key : form(key);
  const body = reply.body
    .toString()
    .replaceAll(where, (_, field: string) => `"${field}":${JSON.stringify(`Unknown API key: ${form(key)}`)}`);
  return {
    http: reply.http,
    headers: { ...reply.headers, 'x-key': inHeader, 'set-cookie': `key=${inHeader}; path=/` },
    body: reply.http < 400 ? reply.body : Buffer.from(body),
  };
};

const oneByOne: readonly Case[] = Object.entries(forms).map(([name, form]) => ({
  name: `the key echoed in failures, headers and cookies, ${name}`,
  args: ['--only', 'resource', ...briefly],
  expect: { exit: [0, 3] },
  start: () => behindProxy({ after: echo(texts, form) }),
}));

const accused: readonly Case[] = (['legacy', 'resource'] as const).map((only) => ({
  name: `the key echoed in failure codes of the ${only} interface, in every form`,
  args: ['--only', only, '--bail', ...briefly],
  expect: { exit: [1], accuses: 'any' },
  start: () => behindProxy({ after: echo(codes, inEveryForm) }),
}));

export const echoes: readonly Case[] = [...oneByOne, ...accused];
