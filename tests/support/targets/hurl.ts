import { spawnSync } from 'node:child_process';

/** The words that start hurl: those of `HURL`, or the one on the PATH. Undefined where there is none. */
export const hurlCommand = found((process.env['HURL'] ?? 'hurl').split(' '));

/** To end the title of a test that needs it. */
export const withoutHurl =
  hurlCommand === undefined ? ' (skipped: no hurl on the PATH, and HURL names none)' : '';

function found(words: readonly string[]): readonly string[] | undefined {
  const [command = '', ...first] = words;
  return spawnSync(command, [...first, '--version']).status === 0 ? words : undefined;
}
