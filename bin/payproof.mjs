#!/usr/bin/env node
/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- plain JavaScript, since it runs before TypeScript can */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`payproof needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}

// Imported only now, so that an old Node fails with the line above and not inside a dependency.
const { register } = await import('tsx/esm/api');
register();
const { main } = await import('../cli/main.ts');
await main(process.argv.slice(2));
