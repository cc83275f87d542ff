import { describe, expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { page } from '../../../reports/page/page.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { endRecord, exchangeRecord, register, runRecord } from '../certificate/synthetic.ts';

type Sent = Parameters<typeof exchangeRecord>[0];

const lost = { reply: undefined, lost: 'no answer' } as unknown as Sent;
const waited: Sent = { operation: 'capture', kind: 'full', at: 1000, ms: 30_000, ...lost };

const folded = (...sent: readonly Sent[]) =>
  fold([runRecord(), ...sent.map((one) => exchangeRecord(one)), endRecord]);

/** What is said of requests that waited, where these were sent, in the order of their ends. */
function told(...sent: readonly Sent[]) {
  const summary = folded(...sent);
  const text = runText(certificate(summary, register), summary, register, 'runs/x');
  return text.split('\n').filter((line) => line.startsWith('waited: '));
}

describe('a request that waited long names those that were under way with it', () => {
  test.each<[what: string, sent: readonly Sent[], line: readonly string[]]>([
    [
      'those that ended before it and after it, not those that it did not meet',
      [
        { operation: 'status', at: 100, ms: 20 },
        { operation: 'refund', at: 900, ms: 2000 },
        { operation: 'refund', at: 5000, ms: 100 },
        waited,
        { operation: 'close', at: 20_000, ms: 11_500 },
        { operation: 'status', at: 40_000, ms: 20 },
      ],
      [
        'waited: capture full got no answer within 30 s, 1 s after the start; under way with it: 2 refund, 1 close',
        'waited: close approved was answered after 12 s, 20 s after the start; under way with it: 1 capture',
      ],
    ],
    ['nothing where it was alone', [waited], []],
    [
      'nothing of what was answered soon',
      [
        { at: 0, ms: 900 },
        { at: 10, ms: 900 },
      ],
      [],
    ],
  ])('%s', (_what, sent, lines) => {
    expect(told(...sent)).toEqual(lines);
  });

  test('on the page and in the certificate too', () => {
    const summary = folded(waited, { operation: 'close', at: 20_000, ms: 300 });
    const certified = certificate(summary, register);
    expect(certified.waited).toEqual([
      {
        operation: 'capture',
        kind: 'full',
        at: 1000,
        ms: 30_000,
        lost: true,
        beside: [{ operation: 'close', times: 1 }],
      },
    ]);
    const html = page({ certificate: certified, summary, register, dir: 'runs/x', diagrams: [] });
    expect(html).toContain(
      'capture full got no answer within 30 s, 1 s after the start; under way with it: 1 close',
    );
  });

  test('of many the five that waited longest', () => {
    expect(told(...Array.from({ length: 20 }, (_, nth) => ({ at: nth, ms: 6000 + nth })))).toHaveLength(5);
  });
});

describe('answers that could not be judged', () => {
  const troublesOf = (times: number, more: Sent = {}) =>
    folded(...Array.from({ length: times }, (_, nth): Sent => ({ at: nth, ms: 9, ...lost, ...more })))
      .troubles;

  test('are said with their cause where they are many, since a run finds little then', () => {
    expect(troublesOf(20)).toEqual([
      { kind: 'network', cause: 'an answer was not judged: no answer', times: 20 },
    ]);
  });

  test('are none of the network where the run itself ended them', () => {
    expect(troublesOf(64, { ours: true })).toEqual([]);
  });

  test('are not worth a word where they are few', () => {
    expect(troublesOf(19)).toEqual([]);
  });
});
