#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`payproof needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}

// Loading the sources takes a second; an interrupt in it ends with the status that the verbs end with.
const interrupted = () => process.exit(130);
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupted);

if (process.argv.includes('--verbose')) process.setSourceMapsEnabled(true);
// Imported only now, so that an old Node fails with the line above and not inside a dependency.
const { load, tuneV8 } = await import('./load.mjs');
tuneV8();
const { main } = await load({
  built: () => import('../dist/cli/main.js'),
  source: () => import('../cli/main.ts'),
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, interrupted);
await main(process.argv.slice(2));
