import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { digestOf } from './load.mjs';

/** Builds `dist/` of the sources: what `bin/` loads, and what they import in chunks that are loaded when they are needed. */
const root = fileURLToPath(new URL('../', import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [
    'cli/main.ts',
    'cli/run/suites-thread.ts',
    'cli/faults/fault-thread.ts',
    'cli/threads/plan-in-thread.ts',
  ],
  outdir: 'dist',
  outbase: '.',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
});
const sources = Object.keys(metafile.inputs).toSorted();
writeFileSync(`${root}dist/built.json`, JSON.stringify({ digest: digestOf(sources), sources }));
