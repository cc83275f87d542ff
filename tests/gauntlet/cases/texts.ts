import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import type { Passed } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';
import { changing, startRelay } from '../support/relay.ts';

/** Texts that do harm where they are shown without being escaped. */
const texts: Readonly<Record<string, string>> = {
  HTML: '<img src=x onerror=alert(1)><script>alert(1)</script>',
  Markdown: '[click](javascript:alert(1)) ![x](http://127.0.0.1:9/x.png) ```\n# heading',
  'ANSI sequences': '\u001b[31mred\u001b[0m\u001b[2J\u001b[1;1H',
  'OSC sequences': '\u001b]0;title\u0007\u001b]8;;http://127.0.0.1:9\u001b\\link',
  'C1 control characters': '\u009b31m\u0090q\u009c',
  'bidirectional controls': '\u202egnp.exe\u2066x\u2069',
  'an XML end': ']]></system-out><evil/>',
  'a shell command': "'; $(touch /tmp/payproof-gauntlet) `touch /tmp/payproof-gauntlet` #",
};
const everyText = Object.values(texts).join(' ');

/** Where any text may stand: the documents leave `message` and `description` of a failure open. */
const free = /"(message|description|reference)":"[^"]*"/g;
/** Where only some texts may stand: here the text breaks a row, and is shown in an accusation. */
const listed = /"(status|code|reason|title|event_type)":"[^"]*"/g;

const put = (where: RegExp, text: string) => (body: string) =>
  body.replaceAll(where, (_, field: string) => `"${field}":${JSON.stringify(text)}`);

const inFailures = (where: RegExp, text: string) => (reply: Passed) =>
  reply.http < 400 ? reply : { ...reply, body: Buffer.from(put(where, text)(reply.body.toString())) };

/** Of a text what a header can hold: its bytes, without C0 control characters. */
const inHeader = (text: string) =>
  Buffer.from(Buffer.from(text).filter((byte) => byte >= 0x20 && byte !== 0x7f)).toString('latin1');

const failures = (only: 'legacy' | 'resource', name: string, text: string): readonly Case[] => [
  {
    name: `failure texts of the ${only} interface with ${name}`,
    args: ['--only', only, ...briefly],
    expect: { exit: [0, 3] },
    start: () => behindProxy({ after: inFailures(free, text) }),
  },
  {
    name: `failure codes of the ${only} interface with ${name}`,
    args: ['--only', only, '--bail', ...briefly],
    expect: { exit: [1], accuses: 'any' },
    start: () => behindProxy({ after: inFailures(listed, text) }),
  },
];

const atFailures: readonly Case[] = [
  ...Object.entries(texts).flatMap(([name, text]) => failures('resource', name, text)),
  ...failures('legacy', 'all of these', everyText),
];

const elsewhere: readonly Case[] = [
  {
    name: 'every such text in headers',
    args: ['--only', 'resource', ...briefly],
    expect: { exit: [0, 3] },
    start: () =>
      behindProxy({
        after: (reply) => ({
          ...reply,
          headers: {
            ...reply.headers,
            server: inHeader(everyText),
            'x-request-id': inHeader(everyText),
            'set-cookie': inHeader(everyText),
          },
        }),
      }),
  },
  {
    name: 'every such text as the content type',
    args: ['--only', 'legacy', '--bail', ...briefly],
    expect: { exit: [1], accuses: 'any' },
    start: () =>
      behindProxy({
        after: (reply) => ({
          ...reply,
          headers: { ...reply.headers, 'content-type': inHeader(`text/x; ${everyText}`) },
        }),
      }),
  },
  {
    name: 'every such text in notifications',
    args: ['--only', 'webhooks', '--bail', ...briefly],
    expect: { exit: [1], accuses: 'any' },
    start: async () => {
      const relay = await startRelay(changing(put(listed, everyText)));
      const hostile = await behindProxy({ control: relay.control });
      return {
        ...hostile,
        close: async () => {
          await hostile.close();
          await relay.close();
        },
      };
    },
  },
  {
    name: 'every such text in what control answers',
    args: briefly,
    expect: { exit: [0, 1, 2, 3], accuses: 'any' },
    start: () =>
      behindProxy({
        controlled: (reply) => ({
          ...reply,
          body: Buffer.from(
            reply.body
              .toString()
              .replace('"capabilities":[', `"capabilities":[${JSON.stringify(everyText)},`)
              .replaceAll(
                /"(description|now|pin|url|wallet_id)":"[^"]*"/g,
                (_, field: string) => `"${field}":${JSON.stringify(everyText)}`,
              ),
          ),
        }),
      }),
  },
];

export const hostileTexts: readonly Case[] = [...atFailures, ...elsewhere];
