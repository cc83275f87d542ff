import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { asUnwritable } from '../harness/preflight/trouble.ts';
import { packOf } from '../reports/manifest/pack.ts';
import { displayDir } from '../reports/write.ts';
import { writeAtomically } from '../reports/files/write-atomically.ts';
import { withAccepted } from './evidence/read-run.ts';
import { stdout } from './command/terminal.ts';

/** `pack DIR`: one file to submit. */
export function addPack(program: Command, exit: (code: number) => void): void {
  program
    .command('pack')
    .description('verifies the folder of a run and makes one zip of it to submit')
    .argument('<dir>', "the run's folder")
    .option('--out <file>', 'the zip (default: the folder with .zip)')
    .addHelpText(
      'after',
      `
It holds the certificate, the page, the journal (compressed), the reproductions, and the manifest with its signature where there is one.
What is for other programs (junit.xml, allure-results, badge, openmetrics.txt) stays behind. No file is ever replaced.

Examples:
  payproof pack runs/2026-01-31T09-00-00-sandbox
  payproof pack runs/2026-01-31T09-00-00-sandbox --out sandbox.zip

Exit status:
  0  the zip was written
  1  verify rejects the run: nothing was written
  2  wrong usage: no run, or the zip exists
  3  the zip can't be written`,
    )
    .action(async (dir: string, { out: asked }: { out?: string }) => {
      const zip = asked ?? `${resolve(dir)}.zip`;
      if (existsSync(zip)) throw new SettingsError(`${zip} exists already. Give --out another name.`);
      const status = await withAccepted(dir, 'pack', async () => {
        const bytes = await packOf(dir);
        await writeAtomically(zip, bytes).catch((error: unknown) => {
          throw asUnwritable(dirname(zip), error);
        });
        const shown = displayDir(join(dirname(zip), basename(zip)));
        stdout.says((name) => `${name}  ${bytes.length} bytes`, [shown]);
      });
      exit(status);
    });
}
