import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instrument, type Instrumented } from '../../tools/mutants/instrument.ts';
import { numbersByFile, type Mutant } from '../../tools/mutants/mutant.ts';
import { isReached } from '../../tools/mutants/outcome.ts';
import { openStore } from '../../tools/mutants/store.ts';
import { soundRun, tryMutants, writeCourse, type Tried } from '../../tools/mutants/try-mutants.ts';

const effort = { seed: 1, runs: 16, randomOnly: true };
let copy: Instrumented;

beforeAll(async () => {
  copy = await instrument(['reference/legacy/close.ts']);
});

let kept: string;

beforeAll(() => {
  kept = mkdtempSync(join(tmpdir(), 'payproof-mutants-kept-'));
});

afterAll(() => {
  for (const folder of [copy.folder, kept]) rmSync(folder, { recursive: true, force: true });
});

function mutant(original: string, replacement: string): Mutant {
  const found = copy.mutants.find((one) => one.original === original && one.replacement === replacement);
  if (found === undefined) throw new Error(`no mutant of ${original}`);
  return found;
}

// Loads all suites in a thread of its own, which takes long on a busy machine.
const timeoutMs = 180_000;

test(
  'a mutant that answers a close with nothing is killed, and one whose text is compared nowhere survives',
  async () => {
    const store = openStore(copy.folder, kept, effort);
    await writeCourse(copy.folder, store.course, ['legacy/lifecycle'], effort);
    const sound = await soundRun(copy.folder, store.course, effort.seed);
    const wrong = mutant("{ payment_id: payment.id, status: 'close_success', test: payment.test }", '{}');
    const same = mutant("'request'", '""');
    expect([wrong, same].map((one) => isReached(one, sound.met))).toEqual([true, true]);
    const tried: Tried[] = [];
    await tryMutants([wrong, same], {
      seed: effort.seed,
      folder: copy.folder,
      course: store.course,
      files: numbersByFile(copy.mutants),
      sound,
      parallel: 1,
      timeoutMs,
      signal: new AbortController().signal,
      onTried: (one) => {
        tried.push(one);
        store.keep(one);
      },
    });
    const killed: unknown = expect.objectContaining({
      is: 'killed',
      requirements: expect.arrayContaining(['legacy.close.succeeds']) as unknown,
    });
    expect(tried.map(({ outcome }) => outcome)).toEqual([
      killed,
      { is: 'survived', answers: [], warned: [] },
    ]);
    // A second run of the same code knows what came of them, and one that was told to forget does not.
    const again = openStore(copy.folder, kept, effort);
    expect([wrong, same].map((one) => again.of(one)?.outcome)).toEqual(tried.map(({ outcome }) => outcome));
    expect(openStore(copy.folder, kept, { ...effort, fresh: true }).of(wrong)).toBeUndefined();
  },
  timeoutMs,
);
