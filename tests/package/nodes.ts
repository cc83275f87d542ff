import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './installed.ts';

/** The versions of Node that are supported, the oldest first: of each line the newest that the registry has, but of the first. */
export const nodeVersions = ['20.19', '22', '24', '26'] as const;

const system = process.platform === 'win32' ? 'win' : process.platform;

/** The npm package that holds Node itself for this machine: what the package `node` would install by its script. */
const nodePackage = `node-${system}-${process.arch}`;

/** Fetches a Node from the registry. Gives the path of its program, or why there is none. */
export async function fetchNode(
  dir: string,
  version: string,
): Promise<{ readonly program: string } | { readonly why: string }> {
  const home = join(dir, `node-${version}`);
  mkdirSync(home);
  const why = await install(home, [`${nodePackage}@${version}`]);
  if (why !== undefined) return { why };
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return { program: join(home, 'node_modules', nodePackage, 'bin', program) };
}
