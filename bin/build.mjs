import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { digestOf, isBuilt } from './load.mjs';
import { withLinesAlone } from './source-maps.mjs';

/** Builds `dist/` of the sources: what `bin/` loads, and what they import in chunks that are loaded when they are needed. */
const root = fileURLToPath(new URL('../', import.meta.url));
if (process.argv.includes('--if-changed') && isBuilt()) process.exit();
// npm packs after `prepack` has made the types, and builds in between.
for (const name of existsSync(`${root}dist`) ? readdirSync(`${root}dist`) : [])
  if (name !== 'types') rmSync(`${root}dist/${name}`, { recursive: true });
/** How each build is made. */
const common = {
  absWorkingDir: root,
  outdir: 'dist',
  outbase: '.',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
};
const { metafile } = await build({
  ...common,
  entryPoints: [
    'cli/main.ts',
    'cli/run/suites-thread.ts',
    'cli/faults/fault-thread.ts',
    'cli/threads/plan-in-thread.ts',
    'harness/settings/targets-json-schema.ts',
    'reports/nightly/history-schema.ts',
    'reports/certificate/certificate-schema.ts',
    'harness/fleet/fleet-settings.ts',
    'reports/fleet/fleet-schema.ts',
    'api/payproof.ts',
    'api/vitest.ts',
    'api/engine.ts',
    'api/engine-http.ts',
    'api/engine-page.ts',
    'api/reference.ts',
  ],
  splitting: true,
  format: 'esm',
  define: { PAYPROOF_COMMIT: commit() },
  chunkNames: 'chunks/[name]-[hash]',
  metafile: true,
});
for (const name of Object.keys(metafile.outputs).filter((file) => file.endsWith('.map'))) {
  const map = JSON.parse(readFileSync(`${root}${name}`, 'utf8'));
  writeFileSync(`${root}${name}`, JSON.stringify({ ...map, mappings: withLinesAlone(map.mappings) }));
}
// For who has CommonJS, such as jest, which can't require ES modules as Node can. Small, since the package has it all once more.
await build({
  ...common,
  entryPoints: ['api/engine.ts', 'api/engine-http.ts', 'api/engine-page.ts'],
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  minify: true,
  sourcemap: false,
});
// What the reference serves to browsers, as it stands.
const served = 'reference/checkout/browser';
cpSync(`${root}${served}`, `${root}dist/${served}`, { recursive: true });
const files = readdirSync(`${root}${served}`).map((name) => `${served}/${name}`);
const sources = [...Object.keys(metafile.inputs), ...files].toSorted();
writeFileSync(`${root}dist/built.json`, JSON.stringify({ digest: digestOf(sources), sources }));

/** The commit of the sources as JSON, with `-dirty` where files of it were changed. Without a repository of its own: `undefined`. */
function commit() {
  if (!existsSync(`${root}.git`)) return 'undefined';
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    const said = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.stringify(said.trim());
  } catch {
    // There is no git, or no commit yet.
    return 'undefined';
  }
}
// For editors: `payproof init` and `payproof serve` name it in the first line of what they print.
const { targetsJsonSchema } = await import('../dist/harness/settings/targets-json-schema.js');
writeFileSync(`${root}dist/targets.schema.json`, `${JSON.stringify(targetsJsonSchema(), null, 2)}\n`);
// For programs that read a certificate.
const { certificateJsonSchema } = await import('../dist/reports/certificate/certificate-schema.js');
writeFileSync(`${root}dist/certificate.schema.json`, `${JSON.stringify(certificateJsonSchema(), null, 2)}\n`);
// For programs that read the history of nights.
const { historyJsonSchema } = await import('../dist/reports/nightly/history-schema.js');
writeFileSync(`${root}dist/history.schema.json`, `${JSON.stringify(historyJsonSchema(), null, 2)}\n`);
// For programs that read a fleet's site, and for editors of its file.
const { fleetJsonSchema } = await import('../dist/reports/fleet/fleet-schema.js');
writeFileSync(`${root}dist/fleet.schema.json`, `${JSON.stringify(fleetJsonSchema(), null, 2)}\n`);
const { fleetFileJsonSchema } = await import('../dist/harness/fleet/fleet-settings.js');
writeFileSync(`${root}dist/fleet-file.schema.json`, `${JSON.stringify(fleetFileJsonSchema(), null, 2)}\n`);
