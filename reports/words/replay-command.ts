import { basename } from 'node:path';
import type { RunRecord } from '../../harness/records/run-record.ts';
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

/**
 * The command that runs a reproduction again, to be copied into a shell, against the target that the run has chosen. `dir`: the run's folder as the reader
 * would type it.
 */
export function replayCommand(
  dir: string,
  reproduction: string,
  { targets, target }: NonNullable<RunRecord['chosen']> = {},
): string {
  const words = [
    shellWord(`${dir}/${reproductionsFolder}/${fileNameOf(reproduction)}.json`),
    ...(targets === undefined ? [] : ['--targets', shellWord(targets)]),
    ...(target === undefined ? [] : [targetWord(target)]),
  ];
  return `npx payproof replay ${words.join(' ')}`;
}

/** What begins with a hyphen would be an option of its own. */
function targetWord(text: string): string {
  return text.startsWith('-') ? `--target=${asWord(text)}` : `--target ${asWord(text)}`;
}

/** A path as one word of a shell. */
function shellWord(path: string): string {
  // What begins with a hyphen is an option.
  return asWord(path.startsWith('-') ? `./${path}` : path);
}

/** A text as one word of a shell, in one line whatever it holds. */
function asWord(named: string): string {
  if (/^[\w@%+=:,./-]+$/.test(named)) return named;
  if (!/\p{C}/u.test(named)) return quoted(named);
  const escaped = named
    .replaceAll(/[\\']/g, String.raw`\$&`)
    .replaceAll(/\p{C}/gu, (char) =>
      [...Buffer.from(char)].map((byte) => String.raw`\x${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  return `$'${escaped}'`;
}
