import { basename } from 'node:path';
import { reproductionsFolder } from '../manifest/report-files.ts';
import { quoted } from '../reproduction/curl/shell-words.ts';

/** Bytes of a name: with an extension it must fit where 255 fit. */
const longestName = 220;

/** The name of a reproduction's files, which may come from a journal that was changed by hand: no path, and none that is hidden. */
export function fileNameOf(stored: string): string {
  const name = basename(stored)
    .replaceAll(/[\p{C}\\/]/gu, '-')
    .replace(/^\.+/, '-');
  const cut = Buffer.from(name).subarray(0, longestName).toString().replaceAll('\u{fffd}', '');
  return cut === '' ? '-' : cut;
}

/** The command that runs a reproduction again, to be copied into a shell. `dir`: the run's folder as the reader would type it. */
export function replayCommand(dir: string, reproduction: string): string {
  return `npx payproof replay ${shellWord(`${dir}/${reproductionsFolder}/${fileNameOf(reproduction)}.json`)}`;
}

/** A path as one word of a shell, in one line whatever it holds. */
function shellWord(path: string): string {
  // What begins with a hyphen is an option.
  const named = path.startsWith('-') ? `./${path}` : path;
  if (/^[\w@%+=:,./-]+$/.test(named)) return named;
  if (!/\p{C}/u.test(named)) return quoted(named);
  const escaped = named
    .replaceAll(/[\\']/g, String.raw`\$&`)
    .replaceAll(/\p{C}/gu, (char) =>
      [...Buffer.from(char)].map((byte) => String.raw`\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  return `$'${escaped}'`;
}
