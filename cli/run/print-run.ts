import pc from 'picocolors';
import type { Certificate } from '../../reports/certificate/certificate-schema.ts';
import { nightly } from '../../reports/nightly/nightly.ts';
import { nightlyText } from '../../reports/nightly/nightly-text.ts';
import { register } from '../../reports/register.ts';
import { plainValues } from '../../reports/words/plain.ts';
import { runText } from '../../reports/words/run-text.ts';
import type { RunSummary } from '../../reports/journal/summary.ts';
import { displayDir } from '../../reports/write.ts';
import { stdout } from '../command/terminal.ts';

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
    stdout.json(certificate);
    return;
  }
  const night = nightly(certificate, summary, register);
  const told = [plainValues(certificate), plainRun(summary), register, plainValues(displayDir(dir))] as const;
  const text = night === undefined ? runText(...told) : nightlyText(plainValues(night), ...told);
  const verdict = text.lastIndexOf('\n');
  const reds = (lines: string): string => lines.replaceAll(/^✗ .*$/gm, (line) => pc.red(line));
  stdout.text(text.slice(0, verdict), { wrap: true, paint: reds });
  const colour = colours[night?.verdict ?? certificate.verdict];
  stdout.text(text.slice(verdict + 1), { wrap: true, paint: (line) => colour(pc.bold(line)) });
}

/** A summary for a text of one: its records are made plain, and the requests beside them, of which a timeline is read, are not. */
export function plainRun(summary: RunSummary): RunSummary {
  return {
    ...summary,
    failures: summary.failures.map((one) => ({ ...one, record: plainValues(one.record) })),
    experiments: summary.experiments.map((one) => ({ ...one, record: plainValues(one.record) })),
    damage: plainValues(summary.damage),
  };
}
