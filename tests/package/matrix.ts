import { statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, freshFolder, pack, ran } from './installed.ts';
import { fetchNode, nodeVersions } from './nodes.ts';
import { onNode } from './on-node.ts';

/** `npm run matrix`: packs the project, and tries the tarball and the quick tests on each Node that is supported. Exits with 1 where something is wrong. */
const { dir, remove } = freshFolder();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const tarball = await pack(dir);
  await ran(dir, ['tar', '-xzf', tarball]);
  const unpacked = join(dir, 'package');
  const bytes = filesIn(unpacked).map((file) => statSync(join(unpacked, file)).size);
  const total = bytes.reduce((sum, size) => sum + size, 0);
  print(`package: ${kB(statSync(tarball).size)} packed, ${kB(total)} unpacked, ${bytes.length} files`);
  for (const wanted of process.argv[2] === undefined ? nodeVersions : process.argv.slice(2)) {
    const node = await fetchNode(dir, wanted);
    if ('why' in node) {
      process.exitCode = 1;
      print(`Node ${wanted}: ${node.why}`);
      continue;
    }
    print(`Node ${(await ran(dir, [node.program, '--version'])).out.trim()}`);
    await onNode(dir, node.program, tarball, ({ what, wrong, seconds }) => {
      if (wrong !== undefined) process.exitCode = 1;
      print(
        `  ${wrong === undefined ? '✓' : '✗'} ${what} (${seconds.toFixed(1)} s)${wrong === undefined ? '' : `\n${wrong}`}`,
      );
    });
  }
} finally {
  remove();
}

function kB(size: number): string {
  return `${Math.round(size / 1000)} kB`;
}
