import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { root } from '../house/reading/sources.ts';

/** What a clone has and a packed copy of it does not need. */
const left = new Set(['node_modules', 'dist', 'runs', '.git']);

/** What npm says where there is no network, its registry is out of reach, or that lacks a package or its version. */
const outOfReach = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENETUNREACH',
  'ENOTCACHED',
  'E404',
  'ETARGET',
]);

/** What a child process is given of the environment: where its programs are, and how npm gets at its registry and its cache. */
const passed =
  'PATH HOME NODE_EXTRA_CA_CERTS SSL_CERT_FILE HTTPS_PROXY HTTP_PROXY NO_PROXY npm_config_registry npm_config_cache npm_config_userconfig'.split(
    ' ',
  );

export interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

interface HowToRun {
  /** The Node that it and what it starts run on. Default: this one. */
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program in a folder to its end. */
export async function ran(
  dir: string,
  [program = '', ...args]: readonly string[],
  { node = process.execPath, env = {} }: HowToRun = {},
): Promise<Ran> {
  const kept = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const own = Object.fromEntries(kept) as Record<string, string>;
  const child = spawn(program, args, {
    cwd: dir,
    env: { ...own, PATH: [dirname(node), own['PATH']].join(delimiter), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (out += String(chunk)));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (err += String(chunk)));
  await once(child, 'close');
  return { exit: child.exitCode, out, err };
}

/** Packs a copy of this project as it stands, since packing builds, and others may be using the build. Gives the tarball's path. Throws an Error with npm's output. */
export async function pack(dir: string): Promise<string> {
  const copy = join(dir, 'clone');
  mkdirSync(copy);
  for (const name of readdirSync(root))
    if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const { exit, out, err } = await ran(copy, ['npm', 'pack', '--pack-destination', dir]);
  const [tarball] = readdirSync(dir).filter((name) => name.endsWith('.tgz'));
  if (exit !== 0 || tarball === undefined) throw new Error(`npm pack failed: ${out}${err}`);
  return join(dir, tarball);
}

/** Installs packages into a folder. Gives why that is not possible here: no network, or no such package. Throws an Error when it fails for another reason. */
export async function install(
  dir: string,
  packages: readonly string[],
  node = process.execPath,
): Promise<string | undefined> {
  const options = [
    '--json',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
  ];
  const { exit, out, err } = await ran(dir, ['npm', 'install', ...options, ...packages], { node });
  if (exit === 0) return undefined;
  const said = z.object({ error: z.object({ code: z.string(), summary: z.string() }) }).safeParse(parsed(out))
    .data?.error;
  if (said !== undefined && outOfReach.has(said.code))
    return `npm can't install here: ${said.code} ${said.summary}`;
  throw new Error(`npm install failed: ${out}${err}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A fresh folder for a test, and how it is removed. */
export function freshFolder(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-package-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** The files below a folder, by their paths in it. */
export function filesIn(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .toSorted();
}
