import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { blocksOf } from '../house/reading/blocks.ts';
import { serving } from '../house/reading/readme-run.ts';
import { root } from '../house/reading/sources.ts';
import { install, ran, type Ran } from './installed.ts';

const { devDependencies: pins } = z
  .object({ devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** What was tried of the package on one Node. */
export interface Tried {
  readonly what: string;
  /** Undefined: it is as it should be. Otherwise what was seen. */
  readonly wrong?: string;
  readonly seconds: number;
}

/** Starts of which the quickest counts, since others use the machine too. */
const times = 10;
const fault = 'legacy-full-capture-stays-open';

/** Installs the tarball into an empty folder by one Node, and runs there what a user would, and the quick tests of this clone. */
export async function onNode(
  dir: string,
  node: string,
  tarball: string,
  tell: (tried: Tried) => void,
): Promise<void> {
  const version = (await ran(dir, [node, '--version'])).out.trim();
  const home = join(dir, `user-${version}`);
  mkdirSync(home);
  const payproof = join(home, 'node_modules/.bin/payproof');
  const run = (...args: readonly string[]) => ran(home, ['npx', '--offline', 'payproof', ...args], { node });
  const attempt = async (what: string, act: () => Promise<string | undefined>): Promise<void> => {
    const from = performance.now();
    const wrong = await act().catch(String);
    tell({ what, ...(wrong !== undefined && { wrong }), seconds: (performance.now() - from) / 1000 });
  };

  await attempt('install', () => install(home, [tarball], node));
  const [nothing, start] = [
    await leastMs(() => ran(home, [node, '-e', '0'])),
    await leastMs(() => ran(home, [node, payproof, '--version'])),
  ];
  const ratio = (start / nothing).toFixed(1);
  await attempt(`start: payproof --version ${ms(start)}, node -e 0 ${ms(nothing)}, ratio ${ratio}`, () =>
    Promise.resolve(undefined),
  );
  await attempt('init', async () => unless(await run('init'), 0));
  await attempt('what Node compiles is kept where it is asked to, and nowhere when it is off', async () => {
    const cache = join(home, 'cache');
    const help = [node, payproof, 'certify', '--help'];
    for (const asked of ['off', cache]) {
      const wrong = unless(await ran(home, help, { node, env: { PAYPROOF_CACHE: asked, TMPDIR: cache } }), 0);
      if (wrong !== undefined) return wrong;
      const kept = existsSync(cache) ? readdirSync(cache) : [];
      const expected = asked !== 'off' && (await hasCompileCache(home, node)) ? ['compiled'] : [];
      if (kept.join() !== expected.join()) return `${asked}: ${kept.join()}`;
    }
    return undefined;
  });
  await attempt('certify --runs 4', async () =>
    unless(await run('certify', '--runs', '4', '--seed', '1', '--quiet'), 0, 'embedded is conformant'),
  );
  await attempt('replay of a reproduction', () => replayed(home, payproof, node, run));
  await attempt('import of each export', async () => {
    const peers = ['vitest', 'allure-vitest'].map((name) => `${name}@${pins[name]}`);
    return (await install(home, peers, node)) ?? imported(home, node);
  });
  await attempt('npm run test:quick', async () => {
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'self'];
    const rooms = ['house', 'engine', 'models', 'generators'].map((room) => `tests/${room}`);
    return unless(await ran(root, [node, ...vitest, ...rooms], { node }), 0);
  });
  const strips = (await ran(home, [node, '-p', "process.features.typescript ?? ''"])).out.trim();
  if (strips === 'strip' || strips === 'transform')
    await attempt('the sources as they are', async () => {
      const file = join(home, 'sources.mjs');
      writeFileSync(
        file,
        `import { main } from '${join(root, 'cli/main.ts')}';\nawait main(process.argv.slice(2));\n`,
      );
      return unless(await ran(home, [node, file, 'certify', '--plan', '--only', 'legacy'], { node }), 0);
    });
}

async function hasCompileCache(home: string, node: string): Promise<boolean> {
  const { out } = await ran(home, [node, '-p', "typeof require('node:module').enableCompileCache"]);
  return out.trim() === 'function';
}

function unless({ exit, out, err }: Ran, expected: number, text = ''): string | undefined {
  return exit === expected && out.includes(text) ? undefined : `exit ${exit}: ${out}${err}`;
}

function ms(time: number): string {
  return `${Math.round(time)} ms`;
}

async function leastMs(act: () => Promise<Ran>): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    await act();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

/** Finds a seeded fault, replays it on the faulty server, where it fails, and on the sound one, where it passes. */
async function replayed(
  home: string,
  payproof: string,
  node: string,
  run: (...args: readonly string[]) => Promise<Ran>,
): Promise<string | undefined> {
  const server = await serving(home, ['serve', '--port', '0', '--control', '--fault', fault], payproof, node);
  try {
    writeFileSync(
      join(home, 'targets.yaml'),
      `default: embedded\n${server.entry.replace('targets:', 'targets:\n  embedded: { kind: embedded }')}`,
    );
    const options = [
      '--target',
      'local',
      '--only',
      'legacy',
      '--seed',
      '1',
      '--runs',
      '4',
      '--bail',
      '--out',
      'runs/faulty',
    ];
    const found = unless(await run('certify', ...options), 1);
    if (found !== undefined) return found;
    const folder = 'runs/faulty/reproductions';
    const [name = ''] = readdirSync(join(home, folder)).filter((file) => file.endsWith('.json'));
    const file = join(folder, name);
    return (
      unless(await run('replay', file), 1) ?? unless(await run('replay', file, '--target', 'embedded'), 0)
    );
  } finally {
    await server.stop();
  }
}

/** Runs code that imports each export; what has a target to certify with a part of the suites. */
async function imported(home: string, node: string): Promise<string | undefined> {
  const code = (page: string): string =>
    blocksOf(readFileSync(join(root, 'docs/exports', `${page}.md`), 'utf8')).find(
      ({ language }) => language === 'ts',
    )?.text ?? '';
  for (const [page, printed] of [
    ['engine', 'press: next state\n'],
    ['reference', '200 active\n'],
  ] as const) {
    writeFileSync(join(home, `${page}.mjs`), code(page));
    const wrong = unless(await ran(home, [node, `${page}.mjs`], { node }), 0, printed);
    if (wrong !== undefined) return wrong;
  }
  writeFileSync(
    join(home, 'payproof.mjs'),
    `import { certify } from 'payproof';\nconst { verdict, certificate } = await certify({ only: ['resource'], runs: 1, seed: 1 });\nconsole.log(verdict, certificate.failures.length);\n`,
  );
  const wrong = unless(await ran(home, [node, 'payproof.mjs'], { node }), 0, 'inconclusive 0\n');
  if (wrong !== undefined) return wrong;
  const tests = code('vitest').replace("target: 'sandbox'", "only: ['resource'], runs: 1, seed: 1");
  writeFileSync(join(home, 'conformance.test.ts'), tests);
  return unless(await ran(home, ['npx', '--offline', 'vitest', 'run', 'conformance'], { node }), 0);
}
