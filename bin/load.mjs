import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { setFlagsFromString } from 'node:v8';

const root = new URL('../', import.meta.url);

/**
 * Sets V8 for a run, before anything is loaded. A run is short and its code broad: with Node 20's default of 920 the optimizing compiler takes a quarter
 * of the processor time. Later versions have a quicker compiler before it, and lose by this. A thread collects nothing before its heap has half
 * of its limit, unless a size to begin with is given, MB.
 */
export function tuneV8() {
  setFlagsFromString('--initial-old-space-size=32');
  if (Number.parseInt(process.versions.node, 10) < 22)
    setFlagsFromString('--max-inlined-bytecode-size-cumulative=100');
}

/** Loads a module of the program: as it was built, where the build is of the sources that stand here, and else by tsx. */
export async function load({ built, source }) {
  if (isBuilt()) {
    cacheCompiled();
    return built();
  }
  const { register } = await import('tsx/esm/api');
  register();
  return source();
}

/**
 * Node keeps what it has compiled in its own folder for this, below the system's for temporary files, or in the one of NODE_COMPILE_CACHE; with
 * PAYPROOF_CACHE there. Node 20 has no such cache, and no other Node fails where the folder can't be written.
 */
function cacheCompiled() {
  const { PAYPROOF_CACHE: asked } = process.env;
  if (asked === 'off') return;
  nodeModule.enableCompileCache?.(asked ? `${asked}/compiled` : undefined);
}

/** A package holds no sources. In a clone the build may be older than they are. */
export function isBuilt() {
  const record = new URL('dist/built.json', root);
  if (!existsSync(record)) return false;
  try {
    const { sources, digest } = JSON.parse(readFileSync(record, 'utf8'));
    return !existsSync(new URL(sources[0], root)) || digestOf(sources) === digest;
  } catch {
    // The record is damaged, or a source was removed since.
    return false;
  }
}

/** The digest of the sources of a build, by their paths below the package. */
export function digestOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(`${source}\n`).update(readFileSync(new URL(source, root)));
  return hash.digest('hex');
}
