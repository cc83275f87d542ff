import { type Command, InvalidArgumentError, Option } from 'commander';
import { suggestion } from '../harness/settings/settings-error.ts';
import { requirable, type Requirable } from '../reports/verify/check-wanted.ts';
import { readPublicKey } from '../reports/manifest/keys.ts';
import { verificationText } from '../reports/verify/verification.ts';
import { verify } from '../reports/verify/verify.ts';
import { displayDir } from '../reports/write.ts';
import { runFiles } from './evidence/read-run.ts';
import { exitCodes } from './command/exit-codes.ts';
import { collected, duration } from './command/options.ts';
import { stdout } from './command/terminal.ts';

/** Ten years. */
const mostAgeMs = 3650 * 86_400_000;

interface VerifyOptions {
  readonly maxAge?: number;
  readonly targetUrl?: readonly string[];
  readonly require?: readonly Requirable[];
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
    .option(
      '--max-age <duration>',
      'how long ago the run may have begun, such as 30d',
      duration(1000, mostAgeMs),
    )
    .option(
      '--target-url <url>',
      'an address that must have been tested, and no other; repeatable',
      collected,
    )
    .addOption(
      new Option(
        '--require <what>',
        'what the run must be, with commas between: conformant, complete (nothing was left out)',
      ).argParser(required),
    )
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Nothing is sent to any target. Accepted means that nothing was changed since the run; the verdict on the target stands in the certificate.

Examples:
  payproof verify runs/2026-01-31T09-00-00-sandbox
  payproof verify sandbox.zip --require conformant,complete
  payproof verify sandbox.zip --key certifier.pub --max-age 30d --target-url https://sandbox.example.test

Exit status:
  0  accepted
  1  rejected: each file or entry that differs, or is not as asked for, is named
  2  wrong usage: no run, no zip, or no public key`,
    )
    .action(
      async (path: string, { key, json = false, maxAge, targetUrl, require: wanted }: VerifyOptions) => {
        const { certificate, ...found } = await verify(await runFiles(path), {
          key: key === undefined ? undefined : readPublicKey(key),
          maxAge: maxAge === undefined ? undefined : { ms: maxAge, nowMs: Date.now() },
          targetUrls: targetUrl,
          required: wanted,
        });
        if (json)
          stdout.json({
            ...found,
            verdict: certificate?.verdict ?? null,
            started_at: certificate?.started_at ?? null,
            endpoints: certificate?.target.endpoints ?? [],
            signedBy: found.signedBy ?? null,
          });
        else
          stdout.says(
            verificationText,
            [{ ...found, ...(certificate && { certificate }) }, displayDir(path)],
            {
              wrap: true,
            },
          );
        exit(found.accepted ? exitCodes.conformant : exitCodes.nonconformant);
      },
    );
}

/** The value of `--require`. */
function required(text: string): readonly Requirable[] {
  return text.split(',').map((name) => {
    const known = requirable.find((one) => one === name.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(suggestion(name.trim(), requirable));
  });
}
