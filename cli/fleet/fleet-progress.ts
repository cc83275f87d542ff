import { pluralize } from '../../reports/words/plain.ts';
import { shortVerdict, troubleWords } from '../../reports/fleet/fleet-words.ts';
import type { FleetReport, FleetRow } from '../../reports/fleet/fleet-schema.ts';
import { duration } from '../../reports/timeline/duration.ts';
import { stderr } from '../command/terminal.ts';

/** Reports each target when its turn is over, on standard error. */
export function fleetProgress(
  count: number,
  quiet: boolean,
): {
  row(row: FleetRow, done: number): void;
} {
  const say = (text: string): void => {
    if (!quiet) stderr.says((one) => `${new Date().toISOString().slice(0, 19)}Z ${one}`, [text]);
  };
  say(pluralize(count, 'target'));
  return {
    row: (row, done) => say(`${done} of ${count}: ${rowText(row)}`),
  };
}

function rowText({ name, run, trouble }: FleetRow): string {
  if (trouble !== undefined) return `${name} ${troubleWords(trouble.kind)}: ${trouble.message}`;
  if (run === undefined) return name;
  const broken = run.broken.length > 0 ? `, ${pluralize(run.broken.length, 'requirement')} broken` : '';
  return `${name} is ${shortVerdict({ run })}${broken}, ${pluralize(run.requests, 'request')} in ${duration(run.duration_ms)}`;
}

/** The last lines: what came of all targets, and where its site is. */
export function summaryOf({ name, targets, interrupted }: FleetReport, site: string): string {
  const now = targets.filter(({ trouble }) => trouble === undefined);
  const of = (verdict: string) => now.filter(({ run }) => run?.verdict === verdict).length;
  const parts = [
    `${of('conformant')} conformant`,
    `${of('nonconformant')} not conformant`,
    `${of('inconclusive')} inconclusive`,
    `${targets.length - now.length} without a run`,
  ];
  return `${name}: ${pluralize(targets.length, 'target')}, ${parts.join(', ')}${interrupted ? '; interrupted' : ''}\nsite  ${site}`;
}
