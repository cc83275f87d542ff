import { describe, expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { annotationLines, runAnnotations } from '../../../reports/github/commands.ts';
import { outputLines, runOutputs, runMarkdown } from '../../../reports/github/run-summary.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { nightly } from '../../../reports/nightly/nightly.ts';
import { register } from '../../../reports/register.ts';
import { conformantRun, faultyRun } from '../page/whole-runs.ts';

const summary = fold(faultyRun());
const certified = certificate(summary, register);
const told = { certificate: certified, summary, register, night: undefined, dir: 'runs/x' };
const mebibyte = 1024 * 1024;

const hostile =
  '</code><script>alert(1)</script> [a](http://evil.test) ![b](//c) `d` **e** @owner/team www.evil.test | f\n\n# g\n::error::h ##[add-mask]i';
const attacked = fold(
  faultyRun().map((one) =>
    one.k === 'failure'
      ? { ...one, summary: hostile, reproduction: hostile }
      : one.k === 'run'
        ? { ...one, target: { ...one.target, name: hostile } }
        : one,
  ),
);
const attackedRun = { ...told, summary: attacked, certificate: certificate(attacked, register) };

describe('annotations for GitHub', () => {
  test('are the verdict and one for each broken requirement, ten of a level at most', () => {
    const lines = annotationLines(runAnnotations(certified, summary, register, undefined));
    const levels = lines.map((line) => /^::(\w+) title=[^:]+::./.exec(line)?.[1]);
    expect(levels.filter((level) => level === 'error')).toHaveLength(10);
    expect(levels.filter((level) => level === 'warning').length).toBeGreaterThan(0);
    expect(levels).not.toContain(undefined);
    expect(lines[0]).toContain('sandbox is not conformant');
    const broken = new Set(
      summary.failures.filter(({ record }) => !record.flaky).map(({ record }) => record.requirement[0]),
    );
    expect(lines[9]).toContain(`title=and ${broken.size + 1 - 9} more::`);
  });

  test('are all shown where ten are', () => {
    const one = { level: 'notice' as const, title: 't', message: 'm' };
    expect(annotationLines(Array.from({ length: 10 }, () => one))).toEqual(
      Array.from({ length: 10 }, () => '::notice title=t::m'),
    );
    expect(annotationLines(Array.from({ length: 11 }, () => one))).toHaveLength(10);
  });

  test('keep what a target sent within one line and out of the command', () => {
    const [line] = annotationLines([{ level: 'error', title: 'a:b,c%\nd', message: '100% ::error::\r\nx' }]);
    expect(line).toBe(String.raw`::error title=a%3Ab%2Cc%25\nd::100%25 ::error::\r\nx`);
    const all = annotationLines(runAnnotations(attackedRun.certificate, attacked, register, undefined));
    expect(all.filter((one) => !/^::(error|warning|notice) title=[^:,\n]*::[^\n]*$/.test(one))).toEqual([]);
  });

  test('of a night warn of a known deviation, and are errors for what raises the alarm', () => {
    const ids = certified.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    const [known = ''] = ids;
    const asNight = faultyRun().map((one) =>
      one.k === 'run'
        ? {
            ...one,
            knownDeviations: [{ requirement: known, because: 'ticket 1', since: '2026-01-01' }],
            nightly: { run: 'n', forMs: 1, kept: {}, trend: [] },
          }
        : one,
    );
    const nightSummary = fold(asNight);
    const nightCertificate = certificate(nightSummary, register);
    const night = nightly(nightCertificate, nightSummary, register);
    const found = runAnnotations(nightCertificate, nightSummary, register, night);
    expect(found[0]).toMatchObject({ level: 'error', title: 'payproof nightly' });
    const levelOf = (id = '') => found.find(({ title }) => title === id)?.level;
    expect(levelOf(known)).toBe('warning');
    expect(levelOf(ids.at(-1))).toBe('error');
  });
});

describe('the job summary', () => {
  test('has verdict, counts, each broken requirement once, and how to run it again', () => {
    const text = runMarkdown(told, mebibyte);
    expect(text).toMatch(/^## ❌ payproof: <code>sandbox<\/code>\n/);
    expect(text).toMatch(/\| legacy \| \d+ \| \d+ \| \d+ \| \d+ \| \d+ \|/);
    const ids = new Set(summary.failures.map(({ record }) => record.requirement[0]));
    expect(text.match(/^- \*\*<code>/gm)).toHaveLength(ids.size);
    expect(text).toContain('shown by 11 sequences');
    expect(text).toContain('<code>npx payproof replay runs&#47;x&#47;reproductions&#47;');
  });

  test('says of a conformant run no violation', () => {
    const whole = fold(conformantRun);
    const text = runMarkdown(
      { ...told, summary: whole, certificate: certificate(whole, register) },
      mebibyte,
    );
    expect(text).not.toContain('### Violations');
  });

  test('has no Markdown, no markup, no link and no mention of what a target sent', () => {
    const text = runMarkdown(attackedRun, mebibyte);
    expect(text).toContain('alert');
    for (const bad of ['<script', '](', '`', '@owner', '@', 'www.', 'http:', '##[', '::error', '\n# g'])
      expect(text.includes(bad), bad).toBe(false);
    const tags = new Set([...text.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag));
    expect(tags).toEqual(new Set(['br', 'code']));
  });

  test('is cut where GitHub would refuse it, and says so', () => {
    const text = runMarkdown(told, 2000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2000);
    expect(text).toContain('did not fit');
    expect(runMarkdown(told, 0)).toBe('');
    expect(Buffer.byteLength(runMarkdown(attackedRun, mebibyte))).toBeLessThan(mebibyte / 4);
  });
});

describe('outputs for GitHub', () => {
  test('say verdict, exit status, counts and folder, one a line', () => {
    const text = outputLines(runOutputs(certified, undefined, { exit: 1, dir: 'runs/x' }), 'end');
    const count = (is: string) => certified.requirements.filter(({ verdict }) => verdict === is).length;
    expect(text).toContain('verdict=nonconformant\nnight=\nexit-code=1\ndir=runs/x\n');
    expect(text).toContain(`passed=${count('pass')}\nfailed=${count('fail')}\n`);
    expect(text).toContain('\ncomplete=false\n');
    expect(text.trimEnd().split('\n')).toHaveLength(12);
  });

  test('cannot be forged by the name of a folder', () => {
    expect(outputLines({ dir: 'a\nverdict=conformant' }, 'end')).toBe(
      'dir<<end\na\nverdict=conformant\nend\n',
    );
  });
});
