import pc from 'picocolors';
import type { Certificate } from '../../reports/certificate/certificate-schema.ts';
import { nightly } from '../../reports/nightly/nightly.ts';
import { nightlyText } from '../../reports/nightly/nightly-text.ts';
import { register } from '../../reports/register.ts';
import { runText } from '../../reports/words/run-text.ts';
import type { RunSummary } from '../../reports/journal/summary.ts';
import { displayDir } from '../../reports/write.ts';
import { terminalJson, terminalText, wrapped } from '../command/terminal.ts';

const colours = {
  conformant: pc.green,
  quiet: pc.green,
  nonconformant: pc.red,
  alarm: pc.red,
  inconclusive: pc.yellow,
};

export interface PrintedRun {
  readonly certificate: Certificate;
  readonly summary: RunSummary;
  readonly dir: string;
  /** Print the certificate and nothing else. */
  readonly json: boolean;
}

/** Prints the result of a run on standard output. */
export function printRun({ certificate, summary, dir, json }: PrintedRun): void {
  if (json) {
    process.stdout.write(`${terminalJson(certificate)}\n`);
    return;
  }
  const display = displayDir(dir);
  const night = nightly(certificate, summary, register);
  // Made safe before colours are added, which are control characters of ours.
  const text = terminalText(
    night === undefined
      ? runText(certificate, summary, register, display)
      : nightlyText(night, certificate, summary, register, display),
  );
  const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
  const verdict = text.lastIndexOf('\n') + 1;
  const before = wrapped(text.slice(0, verdict), columns).replaceAll(/^✗ .*$/gm, (line) => pc.red(line));
  const last = wrapped(text.slice(verdict), columns);
  process.stdout.write(`${before}${colours[night?.verdict ?? certificate.verdict](pc.bold(last))}\n`);
}
