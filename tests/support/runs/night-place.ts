import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, vi } from 'vitest';
import { run } from '../../../cli/main.ts';
import { startReference } from '../../../reference/server.ts';
import { nightlySchema, type Nightly } from '../../../reports/nightly/nightly-schema.ts';

/** A folder for the nights of a test file; it goes with the file, as what is noted in `cleanUp` does. */
export const dir = mkdtempSync(join(tmpdir(), 'payproof-nightly-'));
export const cleanUp: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(cleanUp.map((end) => end()));
  rmSync(dir, { recursive: true });
});
afterEach(() => vi.restoreAllMocks());

/** A folder with a targets file whose server has these faults. It offers little, so that a night on it is short. */
export async function place(faults: readonly string[], more = ''): Promise<string> {
  const { url, keys, close } = await startReference({ control: false, faults });
  cleanUp.push(close);
  return placeOf(`resource: { base_url: ${url}, secret_key: ${keys.secretKey} }`, more);
}

/** The same for a server that is there already, or is not. */
export function placeOf(resource: string, more = ''): string {
  const own = mkdtempSync(join(dir, 'place-'));
  retarget(own, resource, more);
  return own;
}

/** Gives the target of a folder another server. */
export function retarget(own: string, resource: string, more = ''): void {
  writeFileSync(
    join(own, 'targets.yaml'),
    `targets:\n  own:\n    kind: remote\n    ${resource}\n    limits: { away: 50ms, amount: { min: 100, max: 50000 } }\n    ${more}\n`,
  );
}

/** So few that a night takes a second or two. */
const few = ['--for', '1m', '--max-requests', '250', '--runs', '3', '--quiet'];

/** What came of a night. */
export interface Told {
  readonly exit: number;
  readonly night: Nightly;
  readonly out: string;
}

/** One night of a place, written beside its others. */
export async function night(own: string, name: string, more: readonly string[] = []): Promise<Told> {
  const { exit, out } = await verb([
    'nightly',
    '--targets',
    join(own, 'targets.yaml'),
    '--out',
    join(own, 'runs', name),
    ...few,
    ...more,
  ]);
  return { exit, out, night: nightIn(join(own, 'runs', name)) };
}

/** Runs a command, and gives its exit status and all that it printed. */
export async function verb(
  argv: readonly string[],
): Promise<{ readonly exit: number; readonly out: string }> {
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((out += String(text))));
  try {
    // Where CI runs the tests, verdicts have colours.
    return { exit: await run(argv), out: stripVTControlCharacters(out) };
  } finally {
    vi.restoreAllMocks();
  }
}

/** The nightly.json in a run's folder. */
export function nightIn(folder: string): Nightly {
  return nightlySchema.parse(JSON.parse(readFileSync(join(folder, 'nightly.json'), 'utf8')));
}
