import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { tuneV8 } from '../bin/load.mjs';

/** Runs a benchmark as the package is built: tsx names each function that is made, which costs a judged request a tenth of its time. */
const [name = 'judged/main'] = process.argv.slice(2);
const root = fileURLToPath(new URL('../', import.meta.url));
const outfile = join(root, `node_modules/.cache/payproof-tools/${name}.mjs`);
await build({
  absWorkingDir: root,
  entryPoints: [`tools/${name}.ts`],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  define: { PAYPROOF_COMMIT: 'undefined' },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});
tuneV8();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(outfile).href);
