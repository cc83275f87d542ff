import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../../cli/main.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { freeAddress } from '../../harness/local-server.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';

const printed = captureOutput();
let dir = '';
let server: RunningReference | undefined;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-github-'));
  server = await startReference({ control: false, faults: ['resource-wrong-key-is-401'] });
  const entry = (url: string) =>
    `{ kind: remote, resource: { base_url: '${url}', secret_key: ${server?.keys.secretKey} }, limits: { away: 50ms } }`;
  writeFileSync(
    join(dir, 'targets.yaml'),
    `targets:\n  own: ${entry(server.url)}\n  none: ${entry(await freeAddress())}\n`,
  );
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true });
});

const summary = () => readFileSync(join(dir, 'summary'), 'utf8');
const output = () => readFileSync(join(dir, 'output'), 'utf8');
beforeEach(() => {
  for (const name of ['summary', 'output']) writeFileSync(join(dir, name), '');
  vi.stubEnv('GITHUB_STEP_SUMMARY', join(dir, 'summary'));
  vi.stubEnv('GITHUB_OUTPUT', join(dir, 'output'));
});
afterEach(() => vi.unstubAllEnvs());

const few = ['--max-requests', '150', '--runs', '2', '--quiet'];
const told = (verb: string, name: string, ...more: readonly string[]) =>
  run([
    verb,
    '--targets',
    join(dir, 'targets.yaml'),
    '--target',
    'own',
    '--out',
    join(dir, name),
    ...few,
    ...more,
  ]);

/** The commands of the runner in a text, as it reads them: none between a stop and its token. */
function commandsIn(text: string): readonly string[] {
  let token: string | undefined;
  return text.split('\n').filter((line) => {
    if (token !== undefined) {
      if (line === `::${token}::`) token = undefined;
      return false;
    }
    token = /^::stop-commands::(\S+)$/.exec(line)?.[1];
    return token === undefined && line.trimStart().startsWith('::');
  });
}

describe('--github', () => {
  test('writes summary, annotations and outputs of a run, and changes neither its words nor its status', async () => {
    expect(await told('certify', 'a', '--github')).toBe(1);
    expect(commandsIn(printed.out).map((line) => line.split('::')[1]?.split(' title=')[0])).toContain(
      'error',
    );
    expect(commandsIn(printed.out).join('\n')).toContain('title=resource.auth.wrong-key::');
    expect(commandsIn(`${printed.out}::notice::mine`).at(-1)).toBe('::notice::mine');
    // What a target might have sent is printed between a stop and its token.
    const plain = stripVTControlCharacters(printed.out);
    const forged = plain.replace(/^own is not conformant/m, '::error::forged\n$&');
    expect(forged).not.toBe(plain);
    expect(commandsIn(forged)).toEqual(commandsIn(plain));
    expect(summary()).toContain('<code>resource&#46;auth&#46;wrong&#45;key</code>');
    expect(output()).toContain(`verdict=nonconformant\nnight=\nexit-code=1\ndir=${join(dir, 'a')}\n`);
  });

  test('is on by itself in Actions, and leaves standard output to JSON', async () => {
    vi.stubEnv('GITHUB_ACTIONS', 'true');
    expect(await told('nightly', 'b', '--for', '1m', '--json')).toBe(1);
    expect(JSON.parse(printed.out)).toMatchObject({ verdict: 'alarm' });
    expect(commandsIn(printed.err).join('\n')).toContain('::error title=payproof nightly::own: alarm');
    expect(summary()).toContain('payproof nightly');
    expect(output()).toContain('night=alarm\nexit-code=1\n');
  });

  test('names what kept a run from beginning, and writes no outputs then', async () => {
    const argv = ['certify', '--targets', join(dir, 'targets.yaml'), '--target', 'none'];
    expect(await run([...argv, '--github', '--out', join(dir, 'c')])).toBe(3);
    expect(commandsIn(printed.out)).toEqual([expect.stringMatching(/^::error title=payproof::.*reached/)]);
    expect({ summary: summary(), output: output() }).toEqual({ summary: '', output: '' });
  });

  test('does not fail a run whose files cannot be written, and says which', async () => {
    vi.stubEnv('GITHUB_STEP_SUMMARY', join(dir, 'no/such/folder'));
    vi.stubEnv('GITHUB_OUTPUT', '');
    expect(await told('certify', 'd', '--github', '--only', 'resource')).toBe(1);
    expect(printed.err).toContain("the file that GITHUB_STEP_SUMMARY names can't be written");
    expect(printed.err).toContain('GITHUB_OUTPUT is not set');
  });

  test('is off with --no-github, where what is printed is no command either, and outside of Actions', async () => {
    const argv = [
      'certify',
      '--targets',
      join(dir, 'targets.yaml'),
      '--target',
      'none',
      '--out',
      join(dir, 'e'),
    ];
    await run(argv);
    expect(printed.out).toBe('');
    vi.stubEnv('GITHUB_ACTIONS', 'true');
    await run([...argv, '--no-github']);
    expect(printed.out).toMatch(/^::stop-commands::(\S+)\n::\1::\n$/);
    expect(printed.err).not.toContain('::');
  });
});
