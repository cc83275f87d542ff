import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runSuites } from '../../cli/run-suites.ts';
import type { RunPlan } from '../../suites/run/run-plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What comes of a thread that runs this code in place of the suites. */
async function outcomeOf(code: string, signal = new AbortController().signal) {
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, `import { parentPort } from 'node:worker_threads';\n${code}`);
  return runSuites({} as RunPlan, signal, script);
}

describe('the thread of the suites', () => {
  test.each([
    ['ends as it should', '', []],
    ['tells a fault', 'parentPort.postMessage({ fault: "broken" });', ['broken']],
    ['throws', 'throw new Error("broken");', ['the suites broke off: broken']],
    ['ends its process', 'process.exit(7);', ['the suites ended early, with status 7']],
    [
      'waits for what never comes',
      'await new Promise(() => undefined);',
      ['the suites ended early, with status 13'],
    ],
  ])('that %s leaves these faults in the run', async (_name, code, faults) => {
    expect(await outcomeOf(code)).toEqual({ faults });
  });

  test('that an interrupt ends is no fault', async () => {
    expect(await outcomeOf('process.exit(1);', AbortSignal.abort())).toEqual({ faults: [] });
  });
});
