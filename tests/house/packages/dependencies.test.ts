import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from '../reading/sources.ts';

const pins = z.record(z.string(), z.string());
const packageSchema = z.object({ dependencies: pins, devDependencies: pins });

const record = 'docs/decisions/0001-dependencies.md';
const row = /^\| (\S+) +\| (\d\S*) +\| (\S.*?) +\|$/gm;

describe('dependencies', () => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = packageSchema.parse(JSON.parse(text));
  const installed = { ...dependencies, ...devDependencies };

  it('are pinned to one exact version', () => {
    const loose = Object.entries(installed).filter(([, pin]) => !/^\d+\.\d+\.\d+$/.test(pin));
    expect(loose).toEqual([]);
  });

  it(`stand in ${record} with their pin and a reason, and nothing else does`, () => {
    const rows = [...readFileSync(join(root, record), 'utf8').matchAll(row)];
    expect(Object.fromEntries(rows.map(([, name, pin]) => [name, pin]))).toEqual(installed);
  });
});
