import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import type { Passed, Passing } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';

type Form = (key: string) => string;

const boundary = 32 * 1024;

/** Forms in which a target may send a key back. */
export const forms: Readonly<Record<string, Form>> = {
  'as it is': (key) => key,
  reversed: (key) => Buffer.from(key).reverse().toString(),
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64, one byte on': (key) => Buffer.from(`x${key}`).toString('base64'),
  'in base64, two bytes on': (key) => Buffer.from(`xy${key}`).toString('base64'),
  'percent-encoded': (key) =>
    [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'JSON-escaped': (key) => key.replaceAll(/./g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'across a boundary of 32 kB': (key) => 'a'.repeat(boundary - Math.ceil(key.length / 2)) + key,
};

const keyOf = ({ headers }: Passing): string => String(headers['authorization'] ?? '').replace(/^\w+ /, '');

export const echoes: readonly Case[] = Object.entries(forms).flatMap(([name, form]) => {
  const inText = (reply: Passed, request: Passing): Passed => {
    if (reply.http < 400) return reply;
    const told = JSON.stringify(`Unknown API key: ${form(keyOf(request))}`);
    const body = reply.body
      .toString()
      .replaceAll(/"(message|description|reason|code)":"[^"]*"/g, (_, field: string) => `"${field}":${told}`);
    return { ...reply, body: Buffer.from(body) };
  };
  const inHeaders = (reply: Passed, request: Passing): Passed => {
    const told = form(keyOf(request));
    if (told.length > 8000) return reply;
    return { ...reply, headers: { ...reply.headers, 'x-key': told, 'set-cookie': `key=${told}; path=/` } };
  };
  return [
    {
      name: `the key echoed in failures, ${name}`,
      args: briefly,
      short: name === 'as it is',
      expect: { exit: [0, 1, 3], accuses: 'any' as const },
      start: () => behindProxy({ after: inText }),
    },
    {
      name: `the key echoed in headers and cookies, ${name}`,
      args: briefly,
      expect: { exit: [0, 3] },
      start: () => behindProxy({ after: inHeaders }),
    },
  ];
});
