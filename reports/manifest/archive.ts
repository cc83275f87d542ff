import { extname } from 'node:path';
import { zipSync } from 'fflate';

/** Everybody may read a file, and run a script. */
const plainMode = 0o100644;
const scriptMode = 0o100755;
const unix = 3;

/** The same for every pack, so that an archive depends on its files alone. In local time, as zip has it. */
const modifiedAt = new Date(1980, 0, 1);

/** A zip of files by their names, in the order of these. Nothing in it is compressed, so that it has one form only and nothing can be hidden in it. */
export function archive(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([file, bytes]) => {
    const mode = extname(file) === '.sh' ? scriptMode : plainMode;
    return [file, [bytes, { level: 0, mtime: modifiedAt, os: unix, attrs: mode << 16 }]] as const;
  });
  return zipSync(
    Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) as Parameters<typeof zipSync>[0],
  );
}
