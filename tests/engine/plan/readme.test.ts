import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Failure } from '../../../engine/exploration.ts';
import type { Gap } from '../../../engine/identify/gaps.ts';
import type { Suite } from '../../../engine/identify/suite.ts';
import type { Plan } from '../../../engine/plan/plan.ts';
import { blocksOf } from '../../house/reading/blocks.ts';
import { root } from '../../house/reading/sources.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-engine-'));
afterAll(() => rmSync(dir, { recursive: true }));

interface Example {
  readonly planned: Plan;
  readonly failures: readonly Failure<number, string, string, never>[];
  readonly suite: Suite;
  readonly gaps: readonly Gap[];
}

async function examples(): Promise<Example> {
  const exported = join(root, 'api/engine.ts');
  const blocks = blocksOf(readFileSync(join(root, 'engine/README.md'), 'utf8'));
  const code = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
  const file = join(dir, 'example.ts');
  writeFileSync(file, code.join('\n').replaceAll("from 'payproof/engine'", `from '${exported}'`));
  return (await import(pathToFileURL(file).href)) as Example;
}

test("the engine's README shows a queue that runs as it says: six requests planned, one failure, three steps", async () => {
  const { planned, failures } = await examples();
  expect([planned.requests, planned.leastRequests, planned.unreached]).toEqual([6, 6, []]);
  expect(failures.map(({ execution }) => execution.performed.map(({ step }) => step.operation))).toEqual([
    ['put', 'put', 'put'],
  ]);
  expect(failures.flatMap(({ execution }) => execution.violation?.breaches.map(({ rule }) => rule))).toEqual([
    'a third is refused',
  ]);
});

test("the engine's README shows a door with a complete suite: twelve requests, no gaps", async () => {
  const { suite, gaps } = await examples();
  expect([suite.sequences.flat().length, gaps]).toEqual([12, []]);
});
