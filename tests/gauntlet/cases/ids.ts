import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

/** Endings of ids. The documents show no form of an id, so a server may issue any of these. */
const endings: Readonly<Record<string, string>> = {
  'path traversal': '../../../../tmp/payproof-gauntlet',
  'single quotes': "'; touch /tmp/payproof-gauntlet; '",
  'double quotes': '"; touch /tmp/payproof-gauntlet; "',
  'a command substitution': '$(touch /tmp/payproof-gauntlet)',
  backticks: '`touch /tmp/payproof-gauntlet`',
  'line ends': '\ntouch /tmp/payproof-gauntlet\r\n',
  'a percent-encoded NUL': '%00',
  'a NUL': '\u0000',
  'ten thousand characters': 'x'.repeat(10_000),
  'an unpaired surrogate': '\ud800',
  HTML: '</script><script>alert(1)</script>',
  'a template literal': '${process.exit(7)}',
  'a comment end': '*/process.exit(7)/*',
  'escape sequences': '\u001b]0;owned\u0007\u001b[2J',
};

const issued = /"(payment_id|capture_id|id)":"([^"]*)"/g;
/** What marks an id that the proxy has made longer. */
const mark = '~';

/** Gives each issued id an ending, and takes it off again on the way back. */
function renaming(ending: string) {
  const written = JSON.stringify(ending).slice(1, -1);
  const forms = [mark + written, encodeURIComponent(mark + wellFormed(ending)), mark + ending];
  const without = (text: string) => forms.reduce((left, form) => left.replaceAll(form, ''), text);
  return {
    back: (text: string) => without(text),
    there: (text: string) =>
      text.replaceAll(issued, (_, name: string, id: string) => `"${name}":"${id}${mark}${written}"`),
  };
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

export const hostileIds: readonly Case[] = Object.entries(endings).map(([name, ending]) => {
  const { back, there } = renaming(ending);
  return {
    name: `ids with ${name}`,
    args: briefly,
    short: name === 'a command substitution' || name === 'an unpaired surrogate',
    // A checksum over an id that a proxy has changed no longer holds: what is accused is not the point here.
    expect: { exit: [0, 1, 3], accuses: 'any' as const },
    start: () =>
      behindProxy({
        before: (request) => ({
          ...request,
          path: back(request.path),
          body: Buffer.from(back(request.body.toString())),
        }),
        after: (reply) => ({ ...reply, body: Buffer.from(there(reply.body.toString())) }),
      }),
  };
});
