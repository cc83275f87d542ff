import { rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { causeOf } from '../harness/preflight/trouble.ts';
import { newKeys } from '../reports/manifest/keys.ts';
import { stdout } from './command/terminal.ts';

/** `keygen`: a pair of keys to sign with. */
export function addKeygen(program: Command): void {
  program
    .command('keygen')
    .description('makes a pair of Ed25519 keys: NAME.key to sign with, NAME.pub to give out')
    .requiredOption('--out <name>', 'the files without their endings')
    .addHelpText(
      'after',
      `
NAME.key can be read by you alone (mode 0600). No file is ever replaced.

Example:
  payproof keygen --out ~/keys/certifier

Exit status:
  0  both files were written
  2  one of them exists, or can't be written`,
    )
    .action(({ out }: { out: string }) => {
      const { privateKey, publicKey } = newKeys();
      const [secret, open] = [`${out}.key`, `${out}.pub`];
      write(secret, privateKey, 0o600);
      try {
        write(open, publicKey, 0o644);
      } catch (error) {
        rmSync(secret);
        throw error;
      }
      stdout.says(
        (one, other) => `${one}  the private key: keep it\n${other}  the public key: give it out`,
        [secret, open],
      );
    });
}

function write(file: string, text: string, mode: number): void {
  try {
    writeFileSync(file, text, { mode, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST'
        ? 'exists already, and no key is ever replaced'
        : `can't be written: ${whyNot(error)}`;
    throw new SettingsError(`${file} ${why}. Give --out another name.`);
  }
}

function whyNot(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'its folder does not exist' : causeOf(error);
}
