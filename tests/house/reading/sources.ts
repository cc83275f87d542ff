import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The project's root folder, absolute. */
export const root = join(import.meta.dirname, '../../..');

/** The folders of the program: all that it is built of. */
export const programRooms = [
  'api',
  'bin',
  'cli',
  'engine',
  'generators',
  'harness',
  'models',
  'reference',
  'reports',
  'spec',
  'suites',
] as const;

const rooms = [...programRooms, 'tests', 'tools'];

/** One source file: its path from the root with forward slashes, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Every file below a folder of the project, as sorted paths from the root with forward slashes; none when it is absent. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The TypeScript and module files of all rooms, with their text. */
export function sources(): readonly Source[] {
  return rooms
    .flatMap((room) => filesBelow(room))
    .filter((path) => /\.m?[jt]s$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
