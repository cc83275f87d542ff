import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

/** Texts that do harm where they are shown without being escaped. */
const texts: Readonly<Record<string, string>> = {
  HTML: '<img src=x onerror=alert(1)><script>alert(1)</script>',
  Markdown: '[click](javascript:alert(1)) ![x](http://127.0.0.1:9/x.png) ```\n# heading',
  'ANSI sequences': '\u001b[31mred\u001b[0m\u001b[2J\u001b[1;1H',
  'OSC sequences': '\u001b]0;title\u0007\u001b]8;;http://127.0.0.1:9\u001b\\link',
  'C1 control characters': '\u009b31m\u0090q\u009c',
  'bidirectional controls': '\u202egnp.exe\u2066x\u2069',
  'an XML end': ']]></system-out><evil/>',
  'a shell command': "'; $(touch /tmp/payproof-gauntlet) `id` #",
};

/** Where any text may stand: the documents leave `message`, `title` and `description` of a failure open. */
const free = /"(message|title|description|reference)":"[^"]*"/g;
/** Where only some texts may stand: here the text breaks a row, and is shown in an accusation. */
const listed = /"(status|code|reason)":"[^"]*"/g;

export const hostileTexts: readonly Case[] = Object.entries(texts).flatMap(([name, text]) => {
  const put = (where: RegExp) => (body: string) =>
    body.replaceAll(where, (_, field: string) => `"${field}":${JSON.stringify(text)}`);
  const tampered = (where: RegExp) => () =>
    behindProxy({
      after: (reply) =>
        reply.http < 400 ? reply : { ...reply, body: Buffer.from(put(where)(reply.body.toString())) },
    });
  return [
    {
      name: `failure texts with ${name}`,
      args: briefly,
      expect: { exit: [0, 3] },
      start: tampered(free),
    },
    {
      name: `failure codes with ${name}`,
      args: briefly,
      short: name === 'ANSI sequences',
      expect: { exit: [1, 3], accuses: 'any' as const },
      start: tampered(listed),
    },
  ];
});
