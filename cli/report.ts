import type { Command } from 'commander';
import { readSummary } from '../reports/journal/fold.ts';
import { writeReportsOf } from '../reports/write.ts';
import { printRun } from './run/print-run.ts';

/** `report DIR`: writes every report of a run again from its journal. */
export function addReport(program: Command): void {
  program
    .command('report')
    .description(
      'rebuilds every report of a run from its journal: certificate, page, JUnit, Allure, reproductions',
    )
    .argument('<dir>', "the run's folder")
    .option('--json', 'print the certificate on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Example:
  payproof report runs/2026-01-31T09-00-00-sandbox

Exit status:
  0  the reports were written, whatever the verdict
  2  the folder holds no journal of a run
  3  the folder can't be written`,
    )
    .action(async (dir: string, { json = false }: { json?: boolean }) => {
      const summary = await readSummary(dir);
      printRun({ certificate: await writeReportsOf(summary, dir), summary, dir, json });
    });
}
