import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/main.ts';
import { faults } from '../../reference/faults.ts';
import { register } from '../../reports/register.ts';
import { explanation } from '../../reports/words/explanation.ts';
import { documents } from '../../spec/requirement.ts';
import { root } from '../house/reading/sources.ts';
import { captureOutput } from '../support/runs/captured-output.ts';
import { writeTinyRun } from '../support/runs/tiny-run.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-explain-'));
afterAll(() => rmSync(dir, { recursive: true }));
const printed = captureOutput();

describe('payproof explain', () => {
  it.each(register.requirements)('$id has a place in its document and says what counts', (row) => {
    const { where, binds, evidence } = explanation(row, register);
    const { title, edition } = documents[row.document];
    expect(where).toMatch(/, lines \d+ to \d+$/);
    expect(where.startsWith(`${title} (${edition}; SHA-256 `)).toBe(true);
    for (const text of [binds, evidence]) expect(text).toMatch(/\.$/);
  });

  it('names statement, place, evidence, what a run has shown, each fault that breaks it, and open points', async () => {
    const id = 'legacy.capture.full-closes';
    await writeTinyRun(join(dir, 'run'));
    expect(await run(['explain', id, '--run', join(dir, 'run')])).toBe(0);
    const row = register.requirements.find((one) => one.id === id);
    expect(printed.out).toContain(row?.text);
    expect(printed.out).toContain('lines 75 to 94');
    expect(printed.out).toMatch(
      /In a run\n {2}.*run: fail, 0 checks: a full capture leaves the payment open/,
    );
    for (const fault of faults.filter(({ requirement }) => requirement === id))
      expect(printed.out).toContain(`${fault.id}: ${fault.summary}`);
    expect(printed.out).toContain('legacy.refund.payment-state: ');
  });

  it('gives the same as one object', async () => {
    expect(await run(['explain', 'resource.auth.wrong-key', '--run', join(dir, 'run'), '--json'])).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({
      id: 'resource.auth.wrong-key',
      where: expect.stringContaining('version 2018-04-10') as string,
      faults: expect.arrayContaining([]) as unknown[],
      run: { row: { id: 'resource.auth.wrong-key' } },
    });
  });

  it('ends with 2 for what is no requirement, and names the nearest', async () => {
    expect(await run(['explain', 'legacy.capture.full-close'])).toBe(2);
    expect(printed.err).toContain('Did you mean legacy.capture.full-closes?');
  });
});

it('the package names the documents that its requirements were read from, by title and edition', () => {
  const { documents: named } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    documents: unknown;
  };
  expect(named).toEqual(Object.entries(documents).map(([name, document]) => ({ name, ...document })));
});
