import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { keyForms } from '../../support/key-forms.ts';
import type { Passed, Passing } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';

const boundary = 32 * 1024;

/** Forms in which a target may send a key back, and one that a cut at 32 kB leaves half of. */
const forms: Readonly<Record<string, (key: string) => string>> = {
  ...keyForms,
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
      short: name === 'plain',
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
