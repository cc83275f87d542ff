import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { serve } from '../../harness/local-server.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { countingTarget } from '../../support/targets/counting-target.ts';
import { storedReproduction } from '../../support/runs/stored.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-reproduction-'));
const targets = join(dir, 'targets.yaml');
const file = join(dir, 'stored.json');
const printed = captureOutput();
afterAll(() => rmSync(dir, { recursive: true }));

const replay = (...more: readonly string[]) =>
  run(['replay', file, '--targets', targets, '--target', 'own', ...more]);

const [authorize] = storedReproduction().sequence;
const changed = (changes: Readonly<Record<string, unknown>>) => JSON.stringify(storedReproduction(changes));

describe('replay --dry-run', () => {
  test('shows method, URL and body of each request with placeholders for keys and ids, and sends nothing', async () => {
    const { paths, url } = await countingTarget(targets);
    writeFileSync(file, changed({}));
    expect(await replay('--dry-run')).toBe(0);
    expect(paths).toEqual([]);
    expect(printed.out).toContain(`s1  authorize one piece  POST ${url}/pay/authorize\n       {"buyer":`);
    expect(printed.out).toMatch(
      /s2 {2}capture full {2}amount: \d+ {2}POST \S+\/pay\/capture\n {7}\{"payment_id":"[^"]*s1[^"]*"/,
    );
    expect(printed.out).not.toMatch(/api-key-1|secret-of-1/);
    printed.out = '';
    expect(await replay('--dry-run', '--json')).toBe(0);
    expect(printed.out).not.toMatch(/api-key-1|secret-of-1/);
    const [{ requests }] = (JSON.parse(printed.out) as { reproductions: [{ requests: unknown[] }] })
      .reproductions;
    expect(requests).toMatchObject([
      {
        step: 's1',
        method: 'POST',
        url: `${url}/pay/authorize`,
        headers: { authorization: 'Bearer <API_KEY>' },
      },
      { step: 's2', url: `${url}/pay/capture` },
      { step: 's3', url: `${url}/pay/status` },
    ]);
  });
});

test('a replay asks only the target that it is given: no address of the file is used', async () => {
  const { paths } = await countingTarget(targets);
  const strange: string[] = [];
  const other = await serve((request, response) => {
    strange.push(request.url ?? '');
    response.end('{}');
  });
  const line = {
    step: 's1',
    operation: 'authorize',
    kind: 'one piece',
    uses: {},
    control: false,
    expected: '',
    received: '',
    call: {
      to: 'legacy',
      operation: 'authorize',
      method: 'POST',
      path: other,
      base_url: other,
      url: other,
      host: other,
    },
    reply: { location: other },
  };
  const data = { ...(authorize?.data as object), url: other, base_url: other, path: other };
  writeFileSync(
    file,
    changed({ url: other, base_url: other, transcript: [line], sequence: [{ ...authorize, data }] }),
  );
  await replay();
  expect(paths).toContain('/pay/authorize');
  expect(strange).toEqual([]);
});
