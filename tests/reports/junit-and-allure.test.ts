import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { convert } from 'xmlbuilder2';
import { accusation } from '../../reports/accusation.ts';
import { writeAllure } from '../../reports/ci/allure.ts';
import { certificate } from '../../reports/certificate/certificate.ts';
import { fold } from '../../reports/journal/fold.ts';
import { junit } from '../../reports/ci/junit.ts';
import { failingRun, failureRecord, line, register } from './synthetic.ts';

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
      ]),
    );
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
