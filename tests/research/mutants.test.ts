import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instrument, type Instrumented } from '../../research/mutants/instrument.ts';
import type { Mutant } from '../../research/mutants/mutant.ts';
import { isReached } from '../../research/mutants/outcome.ts';
import { soundRun, tryMutants, type Tried } from '../../research/mutants/try-mutants.ts';

const effort = { seed: 1, runs: 8, randomOnly: true };
let copy: Instrumented;

beforeAll(async () => {
  copy = await instrument(['reference/legacy/close.ts']);
});

afterAll(() => rmSync(copy.folder, { recursive: true, force: true }));

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
    const sound = await soundRun(copy.folder, ['legacy/lifecycle'], effort);
    const wrong = mutant("{ payment_id: payment.id, status: 'close_success', test: payment.test }", '{}');
    const same = mutant("'request'", '""');
    expect([wrong, same].map((one) => isReached(one, sound.met))).toEqual([true, true]);
    const tried: Tried[] = [];
    await tryMutants([wrong, same], {
      ...effort,
      folder: copy.folder,
      sound,
      parallel: 1,
      timeoutMs,
      signal: new AbortController().signal,
      onTried: (one) => tried.push(one),
    });
    const killed: unknown = expect.objectContaining({
      is: 'killed',
      requirements: expect.arrayContaining(['legacy.close.succeeds']) as unknown,
    });
    expect(tried.map(({ outcome }) => outcome)).toEqual([
      killed,
      { is: 'survived', answers: [], warned: [] },
    ]);
  },
  timeoutMs,
);
