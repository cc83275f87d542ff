import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { convert } from 'xmlbuilder2';
import { accusation } from '../../../reports/words/accusation.ts';
import { writeAllure } from '../../../reports/ci/allure.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { junit } from '../../../reports/ci/junit.ts';
import {
  exchangeRecord,
  experimentRecord,
  failingRun,
  failureRecord,
  line,
  register,
} from '../certificate/synthetic.ts';

const summary = fold(failingRun());
const certified = certificate(summary, register);
const resultsDir = mkdtempSync(join(tmpdir(), 'payproof-allure-'));
afterAll(() => rmSync(resultsDir, { recursive: true }));

describe('an accusation', () => {
  test('shows rule, steps, what was expected and how to run it again', () => {
    expect(accusation(failureRecord(), register, 'runs/x')).toBe(
      [
        '✗ legacy.capture.full-closes   States and transitions',
        '  1  authorize  approved         → 200 authorize_success',
        '  2  capture    payment#1  full  → 200 capture_success',
        '     expected status "close", received status "open": What legacy.capture.full-closes asks',
        '  replay   npx payproof replay runs/x/reproductions/1-capture-full-closes.json',
      ].join('\n'),
    );
  });

  test('passes no control characters of the target to the terminal', () => {
    const hostile = failureRecord({ transcript: [line({ received: '200 \u001b[2J\r\u202egood' })] });
    expect(accusation(hostile, register, 'runs/x')).toContain('200 \\x1b[2J\\r\\u202egood');
  });
});

describe('junit.xml', () => {
  const text = junit(certified, summary, register, 'runs/x');

  test('has one case for each requirement, and the counts add up', () => {
    const parsed = convert(text, { format: 'object' }) as { testsuites: Record<string, string> };
    expect(text.match(/<testcase /g)).toHaveLength(register.requirements.length);
    expect(parsed.testsuites).toMatchObject({
      '@tests': '6',
      '@failures': '1',
      '@errors': '0',
      '@skipped': '4',
    });
  });

  test('skips a suspicion and passes what depends on a condition: neither is a failure', () => {
    const experiments = [experimentRecord(), experimentRecord({ ended: 'depends', condition: 'tax is odd' })];
    const found = fold([...failingRun(), ...experiments]);
    const xml = junit(certificate(found, register), found, register, 'runs/x');
    const parsed = convert(xml, { format: 'object' }) as { testsuites: Record<string, string> };
    expect(parsed.testsuites).toMatchObject({
      '@tests': '8',
      '@failures': '1',
      '@errors': '0',
      '@skipped': '5',
    });
    expect(xml).toMatch(
      /<skipped message="suspicion, no violation: legacy.refund.payment-state is a suspicion/,
    );
    expect(xml).toContain('&quot;reopens&quot; where tax is odd'.replaceAll('&quot;', '"'));
  });

  test('says once what kept several must rows from being tested, and skips those rows', () => {
    const why = 'the approve persona was refused 12 of 12 times';
    const requirements = certified.requirements.map((row, index) =>
      index < 3 ? { ...row, level: 'must' as const, verdict: 'untested' as const, reason: why } : row,
    );
    const ids = requirements.slice(0, 3).map(({ id }) => id);
    const xml = junit({ ...certified, requirements }, summary, register, 'runs/x');
    expect(xml.match(/<error /g)).toHaveLength(1);
    expect(xml).toMatch(
      new RegExp(`<error message="3 requirements untested: ${why}"[^>]*>${ids.join('\\s+')}<`),
    );
    const { testsuites } = convert(xml, { format: 'object' }) as { testsuites: Record<string, string> };
    const skipped = requirements.slice(3).filter(({ verdict }) => verdict === 'not_applicable').length;
    expect(testsuites).toMatchObject({ '@tests': '7', '@errors': '1' });
    expect(Number(testsuites['@skipped'])).toBeGreaterThanOrEqual(3 + skipped);
    expect(xml.match(/<testcase /g)).toHaveLength(register.requirements.length + 1);
  });

  test('has the same names in each run, whatever the port, the seed, the time and the counts', () => {
    const names = (port: number, refused: number): readonly string[] => {
      const why = `http://127.0.0.1:${port}: the approve persona was refused ${refused} of 12 times`;
      const requirements = certified.requirements.map((row, index) =>
        index < 3 ? { ...row, level: 'must' as const, verdict: 'untested' as const, reason: why } : row,
      );
      const run = { seed: port, started_at: new Date(port * 1e7).toISOString(), duration_ms: port };
      const xml = junit({ ...certified, ...run, requirements }, summary, register, `runs/${port}`);
      expect(xml).toContain(why);
      return [...xml.matchAll(/<test(?:case|suite)s? (?:classname="[^"]*" )?name="[^"]*"/g)].map(
        ([one]) => one,
      );
    };
    expect(names(40_001, 12)).toEqual(names(50_002, 11));
    expect(names(40_001, 12).length).toBeGreaterThan(register.requirements.length);
  });

  test('describes a failure as the terminal does', () => {
    expect(text).toMatch(
      /<failure message="a full capture leaves the payment open"[^>]*>[^<]*✗ legacy.capture/,
    );
  });

  test('stays XML whatever a target sends', () => {
    const hostile = fold(failingRun().map((record) => (record.k === 'failure' ? hostileFailure : record)));
    const xml = junit(certificate(hostile, register), hostile, register, 'runs/x');
    expect(() => convert(xml, { format: 'object' })).not.toThrow();
    // oxlint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  });
});

const hostileFailure = failureRecord({ summary: ']]> <x> \u0000 \u001b & "' });

describe('Allure results', () => {
  writeAllure({ certificate: certified, summary, register, dir: 'runs/x', resultsDir });
  const files = readdirSync(resultsDir);
  const results = files
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(resultsDir, name), 'utf8')) as Record<string, unknown>);
  const failed = results.find(({ name }) => name === 'legacy.capture.full-closes');

  test('are one for each requirement, under document, section and operation', () => {
    expect(results).toHaveLength(register.requirements.length);
    expect(failed?.['status']).toBe('failed');
    expect(failed?.['labels']).toEqual(
      expect.arrayContaining([
        { name: 'epic', value: 'legacy' },
        { name: 'feature', value: 'States and transitions' },
        { name: 'story', value: 'capture' },
        { name: 'parentSuite', value: 'legacy' },
        { name: 'suite', value: 'States and transitions' },
        { name: 'subSuite', value: 'capture' },
      ]),
    );
  });

  test('have the reproduction of a failure in each form', () => {
    const attachments = failed?.['attachments'] as readonly { name: string; source: string; size: number }[];
    expect(attachments.map(({ name }) => name)).toEqual([
      'reproduction.json',
      'reproduction.sh',
      'reproduction.test.ts',
    ]);
    for (const { source, size } of attachments)
      expect(readFileSync(join(resultsDir, source)).byteLength).toBe(size);
  });

  test('show when each step was sent, and how long its answer took', () => {
    const start = Date.parse(certified.started_at);
    const sent = exchangeRecord({ step: 's2', at: 700, ms: 12 });
    const [known] = summary.failures;
    const timed = { ...summary, failures: known === undefined ? [] : [{ ...known, exchanges: [sent] }] };
    const dirOfTimed = mkdtempSync(join(resultsDir, 'timed-'));
    writeAllure({ certificate: certified, summary: timed, register, dir: 'runs/x', resultsDir: dirOfTimed });
    const texts = readdirSync(dirOfTimed).map((name) => readFileSync(join(dirOfTimed, name), 'utf8'));
    expect(texts.join('')).toContain(`"start":${start + 700},"stop":${start + 712}`);
  });

  test('carry the requests of a failure as exchanges', () => {
    const attached = files.filter((name) => name.endsWith('.httpexchange'));
    expect(attached).toHaveLength(2);
    const first = JSON.parse(readFileSync(join(resultsDir, attached[0] ?? ''), 'utf8')) as object;
    expect(first).toMatchObject({ schemaVersion: 1, request: { method: 'POST' }, response: { status: 200 } });
    expect(JSON.stringify(failed)).toContain('application/vnd.allure.http+json');
  });

  test('keep one history for each requirement and target, whatever the seed', () => {
    const other = { ...certified, seed: 7, started_at: '2026-02-01T09:00:00.000Z' };
    const again = mkdtempSync(join(resultsDir, 'again-'));
    writeAllure({ certificate: other, summary, register, dir: 'runs/y', resultsDir: again });
    const ids = readdirSync(again)
      .filter((name) => name.endsWith('-result.json'))
      .map(
        (name) => (JSON.parse(readFileSync(join(again, name), 'utf8')) as { historyId: string }).historyId,
      );
    expect(ids.sort()).toEqual(results.map(({ historyId }) => String(historyId)).sort());
  });
});
