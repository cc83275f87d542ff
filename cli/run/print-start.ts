import type { RunRecord } from '../../harness/records/run-record.ts';
import { testableIn } from '../../reports/journal/progress.ts';
import { register } from '../../reports/register.ts';
import { pluralize, plain } from '../../reports/words/plain.ts';
import { runRecord } from '../../suites/run/prepare.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';
import { stderr } from '../command/terminal.ts';

/** Says on standard error what a run is about, before it sends anything: against what, from which seed, and what it can show. */
export function printStart(config: RunConfig): void {
  stderr.text(startText(runRecord(config)));
}

/** The same as text. */
export function startText(run: RunRecord): string {
  const { target, endpoints, seed } = run;
  const addresses = [...new Set(endpoints?.flatMap((one) => (one.interface === 'control' ? [] : [one.url])))];
  const count = pluralize(testableIn(run, register).size, 'requirement');
  const browser =
    target.browserTrouble !== undefined
      ? ['no browser for the checkout']
      : target.means?.includes('checkout')
        ? ['a browser for the checkout']
        : [];
  const claimed = run.only.length === 0 ? target.interfaces : run.only;
  return [
    `${plain(target.name)} at ${allOf(addresses)}: ${count} of ${allOf(claimed)}`,
    `seed ${seed}`,
    ...browser,
  ].join(', ');
}

const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

/** Names of the settings and of the target. */
const allOf = (names: readonly string[]): string => list.format(names.map((one) => plain(one, Infinity)));
