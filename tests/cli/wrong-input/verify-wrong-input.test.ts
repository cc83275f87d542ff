import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/main.ts';
import { newKeys } from '../../../reports/manifest/keys.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { writeTinyRun } from '../../support/runs/tiny-run.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-verify-wrong-'));
const at = (...names: readonly string[]) => join(base, ...names);
const pem = { type: 'pkcs8', format: 'pem' } as const;
const publicPem = { publicKeyEncoding: { type: 'spki', format: 'pem' } } as const;

beforeAll(async () => {
  await writeTinyRun(at('tiny'));
  const own = newKeys();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048, ...publicPem, privateKeyEncoding: pem });
  const locked = generateKeyPairSync('ed25519', {
    ...publicPem,
    privateKeyEncoding: { ...pem, cipher: 'aes-256-cbc', passphrase: 'x' },
  });
  const files = {
    'certifier.key': own.privateKey,
    'certifier.pub': own.publicKey,
    'rsa.key': rsa.privateKey,
    'rsa.pub': rsa.publicKey,
    'locked.key': locked.privateKey,
    'tiny/own.key': own.privateKey,
    text: 'hello\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  mkdirSync(at('empty'));
}, 60_000);
afterAll(() => rmSync(base, { recursive: true }));
const printed = captureOutput();

describe('keygen', () => {
  it('writes a private key that others can not read, and replaces no file', async () => {
    expect(await run(['keygen', '--out', at('own')])).toBe(0);
    expect(statSync(at('own.key')).mode & 0o777).toBe(0o600);
    const before = readFileSync(at('own.key'), 'utf8');
    expect(await run(['keygen', '--out', at('own')])).toBe(2);
    expect(printed.err).toBe(
      `payproof: ${at('own.key')} exists already, and no key is ever replaced. Give --out another name.\n`,
    );
    expect(readFileSync(at('own.key'), 'utf8')).toBe(before);
    expect(printed.out + printed.err).not.toContain(before.split('\n')[1]);
    writeFileSync(at('half.pub'), 'mine');
    expect(await run(['keygen', '--out', at('half')])).toBe(2);
    expect(existsSync(at('half.key'))).toBe(false);
    expect(readFileSync(at('half.pub'), 'utf8')).toBe('mine');
  });
});

/** Each with what its one message says. */
const wrong: readonly (readonly [args: string, said: RegExp])[] = [
  ['verify none', /There is no run's folder and no pack .*none\.$/],
  ['verify empty', /empty is neither the folder nor the pack of a run: it holds no certificate\.json\.$/],
  ['verify text', /text is no zip: give the folder of a run, or what payproof pack wrote\.$/],
  ['verify tiny --key none', /There is no file .*none\.$/],
  [
    'verify tiny --key text',
    /text holds no public key in PEM: give the NAME\.pub that payproof keygen wrote\.$/,
  ],
  [
    'verify tiny --key certifier.key',
    /certifier\.key holds a private key, which only the person who signs should have/,
  ],
  ['verify tiny --key rsa.pub', /rsa\.pub holds a key of type rsa: signatures are Ed25519\./],
  [
    'sign tiny --key certifier.pub',
    /certifier\.pub holds a public key, and a private one signs: give the NAME\.key/,
  ],
  ['sign tiny --key rsa.key', /rsa\.key holds a key of type rsa: signatures are Ed25519\./],
  ['sign tiny --key locked.key', /locked\.key holds a key that is locked by a passphrase/],
  [
    'sign tiny --key tiny/own.key',
    /own\.key lies in the folder of the run, which others get: keep a private key elsewhere\.$/,
  ],
  ['sign text --key certifier.key', /text is a file: sign takes the folder of a run\.$/],
  ['pack tiny --out text', /text exists already\. Give --out another name\.$/],
  [
    'certify --sign text --out new',
    /text holds no private key in PEM: give the NAME\.key that payproof keygen wrote\.$/,
  ],
];

describe('bad input ends with exit 2 and one message', () => {
  it.each(wrong)('%s', async (args, said) => {
    const words = args
      .split(' ')
      .map((word, index) => (index > 0 && /^[a-z.]+(\/[a-z.]+)?$/.test(word) ? at(word) : word));
    expect(await run(words)).toBe(2);
    expect(printed.err.trimEnd()).toMatch(said);
    expect(printed.err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(at('new'))).toBe(false);
  });
});
