import { parseArgs } from 'node:util';
import { allCases } from '../all-cases.ts';
import { printCases } from '../print-cases.ts';

/** Runs every case, or those whose names hold an argument's text, as a table. `--json FILE` keeps the figures. Exits 1 when a case is not as it must be. */
const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
});
const chosen = allCases.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
process.exitCode = (await printCases(chosen, values.json)) ? 0 : 1;
