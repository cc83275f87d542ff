import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { openMetrics } from '../../../reports/ci/open-metrics.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { nightly } from '../../../reports/nightly/nightly.ts';
import { register } from '../../../reports/register.ts';
import { faultyRun } from '../page/whole-runs.ts';

const hostile = 'a "b" \\ c\nd_total 1\u001b[2J';
const asNight = { run: '2026-01-31-own', forMs: 60_000, kept: {}, trend: [] };
const summary = fold(
  faultyRun().map((one) =>
    one.k === 'run' ? { ...one, target: { ...one.target, name: hostile }, nightly: asNight } : one,
  ),
);
const certified = certificate(summary, register);
const text = openMetrics(certified, nightly(certified, summary, register));
const shown = 'a "b" \\ c\\nd_total 1\\x1b[2J';

/** The parser of Prometheus' own client, from Debian's python3-prometheus-client. It gives one JSON line a sample. */
const parser = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
for family in text_string_to_metric_families(sys.stdin.read()):
    for sample in family.samples:
        print(json.dumps([family.type, family.unit, sample.name, sample.labels, sample.value]))
`;
const parse = (input: string, program = parser) =>
  spawnSync('/usr/bin/python3', ['-c', program], { input, encoding: 'utf8' });
const hasParser = parse('# EOF\n').status === 0;
const without = hasParser ? '' : ' (skipped: the Debian package python3-prometheus-client is not installed)';

const sampleSchema = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.record(z.string(), z.string()),
  z.number(),
]);

describe('openmetrics.txt', () => {
  test('has one sample a line, declared before, and ends as the format asks', () => {
    const lines = text.split('\n');
    expect(lines.slice(-2)).toEqual(['# EOF', '']);
    const declared: string[] = [];
    const wrong = lines.slice(0, -2).filter((line) => {
      const [, name] = /^# TYPE (payproof_\w+) gauge$/.exec(line) ?? [];
      if (name !== undefined) declared.push(name);
      if (line.startsWith('# ')) return false;
      const [, sample = ''] =
        /^(payproof_\w+)\{(?:\w+="(?:[^"\\\n]|\\[\\"n])*",?)+\} \d+(?:\.\d+)?$/.exec(line) ?? [];
      return !declared.includes(sample);
    });
    expect(wrong).toEqual([]);
    expect(declared.length).toBe(new Set(declared).size);
    expect(declared.length).toBeGreaterThan(10);
  });

  test('says what the certificate says', () => {
    const target = 'target="a \\"b\\" \\\\ c\\\\nd_total 1\\\\x1b[2J"';
    expect(text).toContain(`payproof_verdict{${target},verdict="nonconformant"} 1\n`);
    expect(text).toContain(`payproof_verdict{${target},verdict="conformant"} 0\n`);
    expect(text).toContain(`payproof_night{${target},verdict="alarm"} 1\n`);
    const failed = certified.requirements.filter(
      ({ document, verdict }) => document === 'legacy' && verdict === 'fail',
    ).length;
    expect(text).toContain(`payproof_requirements{${target},document="legacy",verdict="fail"} ${failed}\n`);
    expect(text).toContain(
      `payproof_started_seconds{${target}} ${Date.parse(certified.started_at) / 1000}\n`,
    );
  });

  test('has no night where the run was none', () => {
    expect(openMetrics(certified, undefined)).not.toContain('payproof_night');
  });

  test.skipIf(!hasParser)(`is read by the parser of Prometheus' client${without}`, () => {
    const { status, stdout, stderr } = parse(text);
    expect(status, stderr).toBe(0);
    const samples = stdout
      .trim()
      .split('\n')
      .map((line) => sampleSchema.parse(JSON.parse(line)));
    expect(samples).toHaveLength(text.match(/^payproof_/gm)?.length ?? 0);
    expect(samples.filter(([, , , { target }]) => target !== shown)).toEqual([]);
    expect(samples.find(([, , name]) => name === 'payproof_duration_seconds')?.slice(0, 2)).toEqual([
      'gauge',
      '',
    ]);
    // Prometheus' older format, which the textfile collector and the Pushgateway read.
    expect(parse(text, parser.replace('openmetrics.parser', 'parser')).status).toBe(0);
    expect(parse(text.replace('# EOF\n', '')).status).not.toBe(0);
  });
});
