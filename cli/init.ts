import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { asUnwritable } from '../harness/preflight/trouble.ts';
import { schemaLine } from './settings-schema.ts';
import { targetsTemplate } from './init/targets-template.ts';

/** `init`: writes a targets file to begin with. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('writes a targets.yaml with comments into the working folder; never over one that is there')
    .option('--targets <file>', 'the file to write', 'targets.yaml')
    .addHelpText(
      'after',
      `
Example:
  payproof init && payproof certify

Exit status:
  0  the file was written
  2  there is such a file already
  3  it can't be written`,
    )
    .action(({ targets }: { readonly targets: string }) => {
      writeNew(targets);
      process.stdout.write(
        `${targets} was written. Next: payproof certify tries the built-in implementation; ${targets} has the lines for your own server.\n`,
      );
    });
}

/** Throws a SettingsError where the file or something else of that name exists, and Unwritable where it can't be written. */
function writeNew(file: string): void {
  try {
    writeFileSync(file, `${schemaLine()}\n${targetsTemplate}`, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new SettingsError(
        `${file} exists already and stays as it is. Give another name with --targets, or edit it.`,
      );
    if (code === 'ENOENT') throw new SettingsError(`The folder of ${file} does not exist.`);
    throw asUnwritable(file, error);
  }
}
