import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from '../../../reports/words/markdown-table.ts';
import { runCommand } from '../support/run-command.ts';
import { faultsOf, fileRows, freshPlace } from './rows.ts';
import { makeSound } from './sound.ts';

/** `npm run test:gauntlet -- files [VERB] [--json FILE] [TEXT…]`: every verb with files of others, each in a process of its own. */
const args = process.argv.slice(2);
const at = args.indexOf('--json');
const [, figures] = at === -1 ? [] : args.splice(at, 2);

/** What each may take. */
const mostSeconds = 20;
const mostMegabytes = 1024;

const base = mkdtempSync(join(tmpdir(), 'payproof-files-'));
const rows = fileRows(await makeSound(base)).filter(({ verb, name }) =>
  args.every((text) => verb === text || name.includes(text)),
);
const table: string[][] = [];
for (const row of rows) {
  const place = freshPlace(base);
  const command = row.prepare(place);
  const ran = await runCommand(command, { cwd: place, environment: {}, mostSeconds: 3 * mostSeconds });
  const { exit, out, err, peakMegabytes, ownSeconds } = ran;
  const faults = [
    ...faultsOf(row, { exit, printed: `${out}${err}` }, place),
    ...(ownSeconds > mostSeconds ? [`it took ${ownSeconds.toFixed(1)} s`] : []),
    ...(peakMegabytes > mostMegabytes ? [`it took ${peakMegabytes.toFixed(0)} MB`] : []),
  ];
  const line = [
    row.verb,
    row.name,
    String(exit),
    ownSeconds.toFixed(1),
    peakMegabytes.toFixed(0),
    faults.join('; '),
  ];
  table.push(line);
  process.stdout.write(`${faults.length === 0 ? '✓' : '✗'} ${line.join('  ')}\n`);
}
rmSync(base, { recursive: true });
process.stdout.write(
  `\n${markdownTable(['verb', 'file', 'exit', 's', 'MB', 'wrong'], new Set(['exit', 's', 'MB'] as const), table)}\n`,
);
if (figures !== undefined) writeFileSync(figures, JSON.stringify(table));
const wrong = table.filter((line) => line.at(-1) !== '').length;
process.stdout.write(`${rows.length} rows, ${wrong} of them wrong\n`);
process.exitCode = wrong === 0 && rows.length > 0 ? 0 : 1;
