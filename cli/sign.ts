import type { Command } from 'commander';
import { displayDir } from '../reports/write.ts';
import { withAccepted } from './evidence/read-run.ts';
import { signingKey, signRun } from './evidence/sign-run.ts';
import { stdout } from './command/terminal.ts';

/** `sign DIR`: signs a run that verify accepts. */
export function addSign(program: Command, exit: (code: number) => void): void {
  program
    .command('sign')
    .description('verifies the folder of a run and signs its manifest, and with it every file')
    .argument('<dir>', "the run's folder")
    .requiredOption('--key <file>', 'the private key, as keygen writes it')
    .addHelpText(
      'after',
      `
A signature that was there before is replaced.

Example:
  payproof sign runs/2026-01-31T09-00-00-sandbox --key certifier.key

Exit status:
  0  signed
  1  verify rejects the run: nothing was signed
  2  wrong usage: no run, or no private key
  3  the folder can't be written`,
    )
    .action(async (dir: string, { key: file }: { key: string }) => {
      // Before the run is verified, which takes a while.
      const key = signingKey(file, dir);
      const status = await withAccepted(dir, 'sign', async () => {
        const signer = await signRun(dir, key);
        stdout.says((shown) => `${shown} is signed by ${signer}`, [displayDir(dir)]);
      });
      exit(status);
    });
}
