import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { page } from '../../../reports/page/page.ts';
import {
  endRecord,
  exchangeRecord,
  experimentRecord,
  failingRun,
  failureRecord,
  line,
  lostRace,
  register,
  runRecord,
  sequenceRecord,
  signature,
} from '../certificate/synthetic.ts';
import { hostileTexts, markup } from './hostile.ts';

function pageOf(records: readonly JournalRecord[]): string {
  const summary = fold(records);
  return page({
    certificate: certificate(summary, register),
    summary,
    register,
    dir: 'runs/x',
    diagrams: [],
  });
}

/** A run in which everything that comes from outside is this text. */
function hostileRun(text: string): readonly JournalRecord[] {
  const target = { name: text, interfaces: [text], capabilities: [], means: ['legacy'] };
  const told = line({
    received: text,
    kind: text,
    call: {
      to: 'legacy',
      operation: 'capture',
      method: 'POST',
      path: text,
      body: { text },
      credential: 'valid',
    },
    reply: { payment_id: 'P-77', text },
  });
  const shown = {
    latitude: 'legacy.refund.payment-state',
    choice: 'unchanged',
    made: { step: 's1', request: text, answer: text },
  };
  return [
    runRecord({
      target,
      deadlineMs: 2000,
      knownDeviations: [{ requirement: 'legacy.capture.full-closes', because: text, since: text }],
    }),
    exchangeRecord({ kind: text, reply: { http: 200, headers: {}, body: `"payment_id":"P-77" ${text}` } }),
    {
      k: 'notification',
      at: 40,
      body: `{"payment_id":"P-77","status":"${text.slice(0, 60)}"}`,
      headers: {},
      answered: 200,
    },
    sequenceRecord({}, { id: 'c/1', phase: 'confirm', verdict: 'violated' }),
    sequenceRecord({}, { observed: { [shown.latitude]: { unchanged: 1, reopens: 2 } }, shown: [shown] }),
    failureRecord({
      signature: signature('notifications'),
      summary: text,
      breaches: [{ rule: 'legacy.capture.full-closes', expected: text, received: text }],
      transcript: [told],
      neighbour: [told],
      owed: [{ step: 's1', event: `${text.slice(0, 60)} P-77`, times: 1 }],
    }),
    failureRecord({ requirement: [], flaky: true, summary: text, reproduction: '2-x' }),
    { k: 'trouble', at: 50, kind: 'network', cause: text },
    endRecord,
  ];
}

describe('the page', () => {
  test('says at the violation and at its row that they rest on notifications, which nothing signs', () => {
    const missed = failureRecord({ signature: signature('notifications') });
    const said = (...records: JournalRecord[]) =>
      pageOf(records).replaceAll(/\s+/g, ' ').split('rests on notifications, which nothing signs').length - 1;
    expect(said(runRecord(), missed, endRecord)).toBe(2);
    expect(said(runRecord(), failureRecord(), endRecord)).toBe(0);
  });

  test('has the verdict, totals, violations, rows with their reasons, open points and how to run it again', () => {
    const text = pageOf(failingRun());
    for (const part of [
      'sandbox is <span class="nonconformant">not conformant</span>',
      '1 requirement violated',
      'What legacy.capture.full-closes asks',
      'legacy: States and transitions',
      `<samp>status &quot;close&quot;</samp></td> <td data-label="received"><samp class="fail">status &quot;open&quot;</samp></td>`,
      'npx payproof replay runs/x/reproductions/1-capture-full-closes.json',
      'data-verdict="fail"',
      'sandbox does not claim the resource interface',
      'network, 2×: <samp>reset</samp>',
      'What becomes of the payment?',
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
  });

  test('marks the nearest sequence that passes, a flaky failure and a known deviation', () => {
    const text = pageOf([
      runRecord({
        knownDeviations: [{ requirement: 'legacy.capture.full-closes', because: 'ticket', since: '2026' }],
      }),
      failureRecord({ neighbour: [line()] }),
      failureRecord({ flaky: true, failed: 1, outOf: 4 }),
      endRecord,
    ]).replaceAll(/\s+/g, ' ');
    expect(text).toContain('The nearest sequence that passes');
    expect(text).toContain('</strong>: failed 1 of 4 times');
    expect(text).toContain('</code>: ticket');
  });

  test('draws overlapping requests, each as a bar of its duration', () => {
    const text = pageOf([runRecord(), lostRace(), endRecord]).replaceAll(/\s+/g, ' ');
    expect(text).toContain('<th scope="row">2 ‖ 1–4 ms</th>');
    expect(text).toContain('2 requests that overlapped, from the first one sent to the last answer, 22 ms');
    const bars = [...text.matchAll(/class="bar" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)];
    expect(bars.map(([, x, width]) => [x, width])).toEqual([
      ['8.0', '420.0'],
      ['27.1', '57.3'],
    ]);
    expect(pageOf(failingRun())).not.toContain('‖');
  });

  test.each(hostileTexts.map((text) => [JSON.stringify(text.slice(0, 40)), text]))(
    'holds no element and no handler of a target that sends %s',
    (_name, text) => {
      const harmless = markup(pageOf(hostileRun('harmless')));
      const made = pageOf(hostileRun(text));
      const { elements, handlers } = markup(made);
      expect([...elements].filter((name) => !harmless.elements.has(name))).toEqual([]);
      expect(handlers).toEqual([]);
      expect(made.match(/<script/g)).toHaveLength(1);
      expect(made.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u);
      expect(made.length).toBeLessThan(400_000);
    },
  );

  test('runs nothing and fetches nothing but what its policy names by hash', () => {
    const text = pageOf(failingRun());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(policy.replaceAll('&#39;', "'").split('; ')[0]).toBe("default-src 'none'");
    for (const element of ['script', 'style']) {
      const code = new RegExp(`<${element}>([^]*?)</${element}>`).exec(text)?.[1] ?? '';
      expect(policy).toContain(createHash('sha256').update(code).digest('base64'));
    }
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/\s(?:src|href)="(?!#)/);
    expect(text).not.toMatch(/url\(|@import|https?:\/\/(?!t\.test)/);
  });

  test('gives the same text for the same journal', () => {
    expect(pageOf(failingRun())).toBe(pageOf(failingRun()));
  });

  test('names every heading, table and control for screen readers', () => {
    const text = pageOf(failingRun());
    expect(text).toContain('<html lang="en">');
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text.match(/<table/g)?.length).toBe(text.match(/<caption/g)?.length);
    expect(text).not.toMatch(/<th(?![^>]*scope=)[ >]/);
    for (const [, id] of text.matchAll(/aria-labelledby="([^"]*)"/g)) expect(text).toContain(`id="${id}"`);
    for (const [, id] of text.matchAll(/href="#([^"]*)"/g)) expect(text).toContain(`id="${id}"`);
  });

  test('keeps a reasonable size when a target breaks everything', () => {
    const failures = Array.from({ length: 500 }, (_, nth) => failureRecord({ reproduction: `${nth}` }));
    expect(pageOf([runRecord(), ...failures, endRecord]).length).toBeLessThan(1_500_000);
  });
});

test('an experiment has a section of its own, and is no violation', () => {
  const text = pageOf([runRecord(), sequenceRecord({}), experimentRecord(), endRecord]);
  expect(text).toContain('Experiments on open points');
  expect(text).toContain('no condition was found that explains it');
  expect(text).toContain('npx payproof replay runs/x/reproductions/open-point-1.json');
  expect(text).toContain('No violation was found.');
  expect(pageOf([runRecord(), sequenceRecord({}), endRecord])).not.toContain('Experiments on open points');
});
