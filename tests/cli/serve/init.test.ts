import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { command } from '../../support/runs/command.ts';

let dir = '';
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'payproof-init-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const init = (...args: readonly string[]) => command(['init', ...args], dir).finished;

test('init writes a targets file whose default is the embedded server', async () => {
  const { exit, out, err } = await init();
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(out).toContain('targets.yaml was written');
  expect(loadTarget({ file: join(dir, 'targets.yaml') })).toMatchObject({
    name: 'embedded',
    kind: 'embedded',
  });
});

test('the file that init writes has an entry for a server of its own behind comment marks, which loads', async () => {
  await init();
  const file = join(dir, 'targets.yaml');
  const [head = '', entry = ''] = readFileSync(file, 'utf8').split(/\n\n(?= {2}# sandbox:)/);
  writeFileSync(file, `${head}\n\n${entry.replaceAll(/^ {2}# /gm, '  ')}`);
  const env = { PAY_API_KEY: 'api_key_1', PAY_SECRET: 'secret_1', PAY_SECRET_KEY: 'sk_test_1' };
  const target = loadTarget({ file, name: 'sandbox', env });
  expect(target).toMatchObject({
    kind: 'remote',
    legacy: { apiKey: 'api_key_1', personas: { pin: { pin: '1234' } } },
    resource: { secretKey: 'sk_test_1', tokens: ['tok_one', 'tok_two'] },
    webhooks: { publicUrl: 'https://hooks.example.test' },
    limits: { requestsPerSecond: 20 },
  });
});

test('init writes over nothing, and says so in one line with exit 2', async () => {
  writeFileSync(join(dir, 'targets.yaml'), 'mine');
  const { exit, out, err } = await init();
  expect({ exit, out }).toEqual({ exit: 2, out: '' });
  expect(err).toBe(
    'payproof: targets.yaml exists already and stays as it is. Give another name with --targets, or edit it.\n',
  );
  expect(readFileSync(join(dir, 'targets.yaml'), 'utf8')).toBe('mine');
});

test('init says where a folder is missing, with exit 2', async () => {
  const { exit, err } = await init('--targets', 'nowhere/targets.yaml');
  expect({ exit, err }).toEqual({
    exit: 2,
    err: 'payproof: The folder of nowhere/targets.yaml does not exist.\n',
  });
});
