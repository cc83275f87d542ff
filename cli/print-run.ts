import pc from 'picocolors';
import type { Certificate } from '../reports/certificate-schema.ts';
import { register } from '../reports/register.ts';
import { runText } from '../reports/run-text.ts';
import type { RunSummary } from '../reports/summary.ts';
import { shownDir } from '../reports/write.ts';

export interface PrintedRun {
  readonly certificate: Certificate;
  readonly summary: RunSummary;
  readonly dir: string;
  /** Print the certificate, and nothing else. */
  readonly json: boolean;
}

/** Prints how a run ended on standard output. */
export function printRun({ certificate, summary, dir, json }: PrintedRun): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(certificate)}\n`);
    return;
  }
  const text = runText(certificate, summary, register, shownDir(dir));
  const verdict = text.lastIndexOf('\n') + 1;
  const colours = { conformant: pc.green, nonconformant: pc.red, inconclusive: pc.yellow };
  const coloured = colours[certificate.verdict](pc.bold(text.slice(verdict)));
  process.stdout.write(
    `${text.slice(0, verdict).replaceAll(/^✗ .*$/gm, (line) => pc.red(line))}${coloured}\n`,
  );
}
