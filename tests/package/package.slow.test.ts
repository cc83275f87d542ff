import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startReference } from '../../reference/server.ts';
import { certificateSchema } from '../../reports/certificate/certificate-schema.ts';
import { blocksOf } from '../house/reading/blocks.ts';
import { commandsOfPage } from '../house/reading/page-commands.ts';
import { brokenLinks } from '../house/reading/links.ts';
import { serving } from '../house/reading/readme-run.ts';
import { root } from '../house/reading/sources.ts';
import { filesIn, freshFolder, install, pack, ran } from './installed.ts';

const { dir, remove } = freshFolder();
const tarball = await pack(dir);
await ran(dir, ['tar', '-xzf', tarball]);
const home = join(dir, 'user');
mkdirSync(home);
const why = await install(home, [tarball]);
if (why !== undefined) process.stdout.write(`The installed package is not tested: ${why}\n`);

const faulty = await startReference({ control: false, faults: ['resource-public-key-accepted'] });
afterAll(async () => {
  await faulty.close();
  remove();
});

const pins = z
  .object({ devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).devDependencies;

/** A program of this project's development, as its users run it. */
const tool = (path: string): readonly string[] => [process.execPath, join(root, 'node_modules', path)];

/** The blocks of code on the page of an export. */
const codeOf = (page: string): readonly string[] =>
  blocksOf(readFileSync(join(root, 'docs/exports', `${page}.md`), 'utf8'))
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => text);

const npx = (...args: readonly string[]) => ran(home, ['npx', '--offline', 'payproof', ...args]);

describe('the tarball', () => {
  test('holds the build, its types and the pages for users, and no source, test, benchmark or file of CI', async () => {
    const files = filesIn(join(dir, 'package'));
    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
    const places = new Set(
      files.map((file) =>
        file
          .split('/')
          .slice(0, file.startsWith('dist/') ? 2 : 1)
          .join('/'),
      ),
    );
    expect([...places].toSorted()).toEqual(
      'CHANGELOG.md LICENSE README.md bin dist/api dist/built.json dist/certificate.schema.json dist/chunks dist/cli dist/fleet-file.schema.json dist/fleet.schema.json dist/harness dist/history.schema.json dist/reference dist/reports dist/targets.schema.json dist/types docs engine package.json sbom.cdx.json'.split(
        ' ',
      ),
    );
    expect(statSync(tarball).size).toBeLessThan(1_500_000);
  });

  test('has pages whose links all lead to a file or heading of it', () => {
    const unpacked = join(dir, 'package');
    const pages = filesIn(unpacked).filter((file) => file.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((page) => brokenLinks(unpacked, page).map((link) => [page, link]))).toEqual([]);
  });

  test('is clean to publint and to "are the types wrong" for who imports it', async () => {
    const lint = await ran(dir, [...tool('publint/src/cli.js'), 'run', '--strict', tarball]);
    expect(lint.exit, lint.out + lint.err).toBe(0);
    const types = await ran(dir, [
      ...tool('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--profile',
      'esm-only',
    ]);
    expect(types.exit, types.out + types.err).toBe(0);
    const both = ['--profile', 'node16', '--entrypoints', 'engine', 'engine/http', 'engine/page'];
    const required = await ran(dir, [...tool('@arethetypeswrong/cli/dist/index.js'), tarball, ...both]);
    expect(required.exit, required.out + required.err).toBe(0);
  });
});

describe.skipIf(why !== undefined)('installed into an empty folder', () => {
  test('init writes a targets file, certify finds nothing wrong with its embedded server, and leaves nothing but the run', async () => {
    expect((await npx('init')).exit).toBe(0);
    // A whole run is made by the matrix of Node versions.
    const { exit, out, err } = await npx(...'certify --only resource --runs 1 --seed 1 --quiet'.split(' '));
    expect(exit, out + err).toBe(0);
    expect(out).toContain('embedded is conformant in what was selected: ');
    expect(out).not.toContain('✗');
    expect(readdirSync(home).toSorted()).toEqual(
      'node_modules package-lock.json package.json runs targets.yaml'.split(' '),
    );
  });

  test('certify accuses a faulty server of the targets file, whose reproduction fails and is found among the regressions', async () => {
    writeSandbox();
    const { exit, out, err } = await npx(
      'certify',
      '--target',
      'sandbox',
      '--seed',
      '1',
      '--out',
      'runs/faulty',
    );
    expect(exit, out + err).toBe(1);
    const [name = ''] = readdirSync(join(home, 'runs/faulty/reproductions')).filter((file) =>
      file.endsWith('.json'),
    );
    const file = join('runs/faulty/reproductions', name);
    expect((await npx('replay', file)).exit).toBe(1);
    expect((await npx('replay', file, '--target', 'embedded')).exit).toBe(0);

    mkdirSync(join(home, 'regressions'));
    copyFileSync(join(home, file), join(home, 'regressions/public-key.json'));
    const night = await npx('nightly', '--target', 'sandbox', '--for', '1s', '--out', 'runs/night', '--json');
    expect(night.exit, night.out + night.err).toBe(1);
    const journal = gunzipSync(readFileSync(join(home, 'runs/night/journal.ndjson.gz'))).toString();
    expect(journal).toContain('kept/public-key');
  });

  test(
    'each page has commands that run as they stand, unless it marks them',
    { timeout: 600_000 },
    async () => {
      writeSandbox();
      mkdirSync(join(home, 'keys'));
      const pages = join(home, 'node_modules/payproof/docs');
      const shown = readdirSync(pages)
        .filter((name) => name.endsWith('.md') && name !== 'certify-a-sandbox.md')
        .flatMap((page) =>
          commandsOfPage(readFileSync(join(pages, page), 'utf8')).map((one) => ({ page, ...one })),
        )
        .filter(({ notRun }) => notRun === undefined);
      for (const { page, command } of shown) {
        const { exit, out, err } = await asReader(command);
        const permitted = /payproof (?:certify|nightly|judge)/.test(command) ? [0, 1, 3] : [0];
        expect(permitted, `${page}: ${command}\n${out}${err}`).toContain(exit);
      }
      expect(shown.length).toBeGreaterThan(9);
    },
  );

  test('serve serves until it is interrupted, the checkout too', async () => {
    const { port, stop } = await serving(
      home,
      ['serve', '--port', '0'],
      join(home, 'node_modules/.bin/payproof'),
    );
    expect((await fetch(`http://127.0.0.1:${port}/control/capabilities`)).status).toBe(404);
    for (const name of ['app.js', 'dialog', 'dialog.js', 'requests.js', 'rules.js', 'dialog.css', 'logo.svg'])
      expect((await fetch(`http://127.0.0.1:${port}/checkout/${name}`)).status).toBe(200);
    await stop();
  });

  test('each page of an export has code that compiles against the types of the package, libraries included', async () => {
    for (const page of ['payproof', 'engine', 'reference'])
      writeFileSync(join(home, `${page}.mts`), codeOf(page).join('\n'));
    writeFileSync(join(home, 'vitest.mts'), codeOf('vitest')[0] ?? '');
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      'false',
    ];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const files = ['payproof.mts', 'engine.mts', 'reference.mts', 'vitest.mts'];
    const { exit, out } = await ran(home, [...tool('typescript/bin/tsc'), ...options, ...types, ...files]);
    expect(exit, out).toBe(0);
  });

  test.each([
    ['payproof', /^nonconformant: [^\n]+\n[^\n]* fails in \d+ steps\n$/],
    ['engine', /^press: next state\n$/],
    ['reference', /^200 active\n$/],
  ])('the code of the page about %s prints what the page says', async (page, printed) => {
    writeSandbox();
    writeFileSync(join(home, `${page}.mjs`), codeOf(page).join('\n'));
    const { exit, out, err } = await ran(home, [process.execPath, `${page}.mjs`]);
    expect(exit, out + err).toBe(0);
    expect(out).toMatch(printed);
  });

  test('the engine, its driver for HTTP and its page are required by CommonJS as well, with their types', async () => {
    const code = `import { check, functions, machine } from 'payproof/engine';
import { http } from 'payproof/engine/http';
import { coveragePage } from 'payproof/engine/page';
const lamp = machine({
  state: false,
  operations: ({ operation, expect }) => [operation('press', { expect: (isOn) => expect.reply(!isOn).then(!isOn) })],
});
let on = false;
const open = functions(() => ((on = false), { press: () => (on = !on) }));
check(lamp, open).then((report) => console.log(report.failures.length, typeof http, coveragePage(report).slice(0, 15)));
`;
    writeFileSync(join(home, 'required.cts'), code);
    const options = '--strict --module nodenext --target es2023 --skipLibCheck false --types node'.split(' ');
    const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')];
    const compiled = await ran(home, [
      ...tool('typescript/bin/tsc'),
      ...options,
      ...typeRoots,
      'required.cts',
    ]);
    expect(compiled.exit, compiled.out).toBe(0);
    const { out, err } = await ran(home, [process.execPath, 'required.cjs']);
    expect(out + err).toBe('0 function <!doctype html>\n');
    expect(readFileSync(join(home, 'required.cjs'), 'utf8')).toContain('require("payproof/engine")');
  });

  test('a check is a test of node:test, required by CommonJS as jest does it: it passes, and it fails with the shortest way to a fault', async () => {
    const code = `const { test } = require('node:test');
const { check, functions, machine } = require('payproof/engine');
const lamp = machine({
  name: 'lamp',
  state: false,
  operations: ({ operation, expect }) => [operation('press', { expect: (isOn) => expect.reply(!isOn).then(!isOn) })],
});
const open = (presses) => functions(() => {
  let pressed = 0;
  return { press: () => ((pressed += 1), pressed % 2 === 1 || pressed > presses) };
});
test('a sound lamp', async () => { await check(lamp, open(Infinity), { seed: 1 }); });
test('a lamp that stays on', async () => { await check(lamp, open(1), { seed: 1 }); });
`;
    writeFileSync(join(home, 'lamp.test.cjs'), code);
    const { exit, out } = await ran(home, [
      process.execPath,
      '--test',
      '--test-reporter=tap',
      'lamp.test.cjs',
    ]);
    expect(exit).toBe(1);
    expect(out).toMatch(/^ok 1 - a sound lamp$/m);
    expect(out).toMatch(/^not ok 2 - a lamp that stays on$/m);
    expect(out).toMatch(
      /lamp is not as its model says, after \d+ calls[^]*1 {2}press\(\) +→ true\n[^]*2 {2}press\(\) +→ true\n[^]*expected reply false, received reply true/,
    );
  });

  test('certify needs no place to write but the runs and the cache, as a user without rights on a read-only system', async (context) => {
    writeSandbox();
    const user = '65534';
    const [work, volume] = [join(dir, 'work'), join(dir, 'volume')];
    for (const folder of [work, volume]) mkdirSync(folder);
    symlinkSync(volume, join(work, 'runs'));
    copyFileSync(join(home, 'targets.yaml'), join(work, 'targets.yaml'));
    chmodSync(dir, 0o755);
    // Read-only for the processes of this command alone.
    const mounts = `chown ${user} ${volume} && mount --bind ${volume} ${volume} && mount -o remount,ro,bind / && cd ${work}`;
    const alone = (then: string) => ran(dir, ['unshare', '--mount', 'sh', '-c', `${mounts} && ${then}`]);
    const tried = await alone(`! touch ${dir}/written`);
    if (tried.exit !== 0) {
      process.stdout.write(`Not tried on a read-only system, which can't be had here: ${tried.err.trim()}\n`);
      return context.skip(tried.err);
    }
    const payproof = `${process.execPath} ${join(home, 'node_modules/payproof/bin/payproof.mjs')}`;
    const { exit, out, err } = await alone(
      `PAYPROOF_CACHE=${volume}/.cache HOME=/nonexistent TMPDIR=/nonexistent setpriv --reuid ${user} --regid ${user} --clear-groups ${payproof} certify --target sandbox --seed 1`,
    );
    expect(exit, out + err).toBe(1);
    const written = readdirSync(volume).toSorted();
    expect(written).toEqual(['.cache', expect.stringMatching(/-sandbox$/)]);
    return undefined;
  });

  test('the code of the page about vitest makes the suites tests of a vitest of its own, with a certificate and the results of Allure', async (context) => {
    writeSandbox();
    const missing = await install(
      home,
      ['vitest', 'allure-vitest'].map((name) => `${name}@${pins[name]}`),
    );
    if (missing !== undefined) return context.skip(missing);
    const [tests = '', config = ''] = codeOf('vitest');
    writeFileSync(
      join(home, 'conformance.test.ts'),
      tests.replace("'sandbox'", "'sandbox', seed: 1, out: 'runs/vitest'"),
    );
    writeFileSync(join(home, 'vitest.config.ts'), config);
    const { exit, out, err } = await ran(home, ['npx', '--offline', 'vitest', 'run']);
    expect(exit, out + err).toBe(1);
    expect(out + err).toContain('AssertionError: resource.auth.public-key-refused');
    expect(out + err).not.toContain('reproductions/');
    const certificate = certificateSchema.parse(
      JSON.parse(readFileSync(join(home, 'runs/vitest/certificate.json'), 'utf8')),
    );
    expect(certificate.verdict).toBe('nonconformant');
    expect(certificate.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(9);
    expect(existsSync(join(home, 'allure-results'))).toBe(true);
    return undefined;
  });
});

/** What a reader of a page has been given: by where it lies for him, where a command before has left it. */
const given: Readonly<Record<string, string>> = {
  'sandbox.zip': 'runs/sandbox.zip',
  'certifier.pub': 'keys/certifier.pub',
  'given/certifier.pub': 'keys/certifier.pub',
  'given/manifest.json': 'runs/sandbox/manifest.json',
  'given/manifest.sig': 'runs/sandbox/manifest.sig',
};

/** Runs a command of a page as its reader does: in the folder of the tests, or in that of a signed run; a night is short. */
async function asReader(command: string): ReturnType<typeof ran> {
  mkdirSync(join(home, 'given'), { recursive: true });
  const found = 'runs/faulty/reproductions';
  const [har] = readdirSync(join(home, found)).filter((name) => name.endsWith('.har'));
  for (const [to, from] of Object.entries({ ...given, 'traffic.har': join(found, har ?? '') }))
    if (existsSync(join(home, from))) copyFileSync(join(home, from), join(home, to));
  const folder = /^(?:node|openssl) /.test(command) ? join(home, 'given') : home;
  const here = command.replace('--for 10m', '--for 2s').replaceAll('~/', `${home}/`);
  return ran(folder, ['sh', '-c', here]);
}

/** A targets file with the faulty server, of which little can be tested, so that a whole run takes 400 requests. */
function writeSandbox(): void {
  const { secretKey, publicKey } = faulty.keys;
  writeFileSync(
    join(home, 'targets.yaml'),
    `default: embedded
targets:
  embedded: { kind: embedded }
  sandbox: { kind: remote, resource: { base_url: '${faulty.url}', secret_key: ${secretKey}, public_key: ${publicKey} }, limits: { max_requests: 400 } }
`,
  );
}
