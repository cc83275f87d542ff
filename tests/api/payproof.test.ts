import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateSchema, certify, replay, SettingsError, Unreachable } from '../../api/payproof.ts';

let dir = '';
let targets = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-api-'));
  targets = join(dir, 'targets.yaml');
  writeFileSync(
    targets,
    `default: embedded
targets:
  embedded: { kind: embedded }
  away: { kind: remote, resource: { base_url: 'http://127.0.0.1:9', secret_key: sk_test_1 }, limits: { away: 50ms } }`,
  );
});
afterAll(() => rmSync(dir, { recursive: true }));

/** What a call rejects with. */
const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('certify and replay as functions', () => {
  test.each([
    ['an option that there is none of', { runz: 3 }, 'runz'],
    ['a seed that is no whole number', { seed: 1.5 }, 'seed'],
    ['no sequences at all', { runs: 0 }, 'runs'],
    ['a selection of no requirement', { only: ['payments'] }, 'payments'],
    ['options that are none', 'embedded', 'the options'],
  ])('refuse %s, and name it', async (_, options, named) => {
    const error = await reasonOf(certify(options as Parameters<typeof certify>[0]));
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as Error).message).toContain(named);
  });

  test('take an option that is undefined for one that was left out', async () => {
    const error = await reasonOf(certify({ targets, target: 'away', seed: undefined }));
    expect(error).toBeInstanceOf(Unreachable);
  });

  test('tell wrong settings from a target that is away, and write nothing for either', async () => {
    const out = join(dir, 'none');
    expect(await reasonOf(certify({ targets, target: 'nowhere', out }))).toBeInstanceOf(SettingsError);
    expect(await reasonOf(certify({ targets, target: 'away', out }))).toBeInstanceOf(Unreachable);
    expect(existsSync(out)).toBe(false);
    expect(await reasonOf(replay(targets))).toBeInstanceOf(SettingsError);
  });

  test('end a run early by a signal, with its certificate written and its folder free', async () => {
    const out = join(dir, 'interrupted');
    const {
      verdict,
      certificate,
      dir: written,
    } = await certify({
      targets,
      out,
      seed: 1,
      signal: AbortSignal.abort(),
    });
    expect(verdict).toBe('inconclusive');
    expect(certificate).toMatchObject({ interrupted: true, seed: 1 });
    expect(written).toBe(out);
    const stored: unknown = JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8'));
    expect(certificateSchema.parse(stored)).toEqual(certificate);
    expect(existsSync(join(out, 'run.lock'))).toBe(false);
  });
});
