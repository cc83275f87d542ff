import type { Command } from 'commander';
import { readPublicKey } from '../reports/manifest/keys.ts';
import { verificationText } from '../reports/verify/verification.ts';
import { verify } from '../reports/verify/verify.ts';
import { displayDir } from '../reports/write.ts';
import { runFiles } from './evidence/read-run.ts';
import { exitCodes } from './command/exit-codes.ts';
import { stdout } from './command/terminal.ts';

interface VerifyOptions {
  readonly key?: string;
  readonly json?: boolean;
}

/** `verify DIR|ZIP`: whether the files of a run are as they were written, and its journal shows what its certificate says. */
export function addVerify(program: Command, exit: (code: number) => void): void {
  program
    .command('verify')
    .description(
      'judges a run again from its journal, compares all digests, and says what it could not check',
    )
    .argument('<dir|zip>', "the run's folder, or what pack made of it")
    .option('--key <file>', 'the public key of who must have signed')
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Nothing is sent to any target. Accepted means that nothing was changed since the run; the verdict on the target stands in the certificate.

Examples:
  payproof verify runs/2026-01-31T09-00-00-sandbox
  payproof verify sandbox.zip --key certifier.pub

Exit status:
  0  accepted
  1  rejected: each file or entry that differs is named
  2  wrong usage: no run, no zip, or no public key`,
    )
    .action(async (path: string, { key, json = false }: VerifyOptions) => {
      const expected = key === undefined ? undefined : readPublicKey(key);
      const { certificate, ...found } = await verify(await runFiles(path), expected);
      if (json) stdout.json({ ...found, verdict: certificate?.verdict ?? null });
      else
        stdout.says(verificationText, [{ ...found, ...(certificate && { certificate }) }, displayDir(path)], {
          wrap: true,
        });
      exit(found.accepted ? exitCodes.conformant : exitCodes.nonconformant);
    });
}
