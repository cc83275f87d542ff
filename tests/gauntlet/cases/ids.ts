import type { Case } from '../case.ts';
import { briefly } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

/** Endings of ids. The documents show no form of an id, so a right server may issue any of these. */
const endings: Readonly<Record<string, string>> = {
  'path traversal': '/../../../../tmp/payproof-gauntlet',
  'single quotes': "'; touch /tmp/payproof-gauntlet; '",
  'double quotes': '"; touch /tmp/payproof-gauntlet; "',
  'a command substitution': '$(touch /tmp/payproof-gauntlet)',
  backticks: '`touch /tmp/payproof-gauntlet`',
  'line ends': '\ntouch /tmp/payproof-gauntlet\r\n',
  'a percent-encoded NUL': '%00',
  'a NUL': '\u0000',
  'ten thousand characters': 'x'.repeat(10_000),
  HTML: '</script><script>alert(1)</script>',
  Markdown: '](javascript:alert(1)) ![x](http://127.0.0.1:9/x.png) | ``` ',
  'a template literal': '${process.exit(7)}',
  'a comment end': '*/process.exit(7)/*',
  'escape sequences': '\u001b]0;owned\u0007\u001b[2J',
  'bidirectional controls': '\u202egnp.exe\u2066x\u2069',
  'an XML end': ']]></system-out><evil/>',
};

/** A real fault of each interface, so that ids stand in an accusation and its reproduction, script and test file, too. */
const faultOf = {
  legacy: { faults: ['legacy-full-capture-stays-open'], row: 'legacy.capture.full-closes', also: [] },
  resource: {
    faults: ['resource-captures-shown-twice'],
    row: 'resource.payment.captures',
    also: ['resource.capture.adds-capture'],
  },
} as const;

const ending = (only: 'legacy' | 'resource', name: string, idEnding: string): Case => {
  const { faults, row, also } = faultOf[only];
  return {
    name: `ids of the ${only} interface with ${name}`,
    args: ['--only', only, ...briefly],
    expect: { exit: [1], finds: [row], accuses: also },
    start: () => behindProxy({}, { faults, settings: { idEnding } }),
  };
};

/** No path can hold half of a pair, so that the target is asked for an id that it never gave: what it answers may be accused. */
const unpaired: Case = {
  ...ending('resource', 'an unpaired surrogate', '\ud800'),
  expect: { exit: [0, 1, 3], accuses: 'any' },
};

export const hostileIds: readonly Case[] = [
  // Ids of this interface stand in paths, those of the other one in bodies only.
  ...Object.entries(endings).map(([name, text]) => ending('resource', name, text)),
  unpaired,
  ending('legacy', 'an unpaired surrogate', '\ud800'),
  ending('legacy', 'ten thousand characters', 'x'.repeat(10_000)),
  ending('legacy', 'all the others', Object.values(endings).join('').replace(/x{9,}/, '')),
];
