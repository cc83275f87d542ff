import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { browserUnavailableReason } from '../../../harness/checkout/chromium.ts';
import { startThread } from '../../../cli/threads/threads.ts';
import { permittedRows } from './all-rows.ts';
import { askedTogether, needsBrowser, type PermittedRow } from './row.ts';
import type { RowsAnswer, RowsQuestion } from './try-rows.ts';

/**
 * Certifies servers that behave in ways that the documents permit, prints a line for each, and exits 1 where one is accused, leaves
 * untested what its claims show, or hides its fault. Rows of the checkout are skipped where there is no browser. Arguments: texts that the
 * names of rows hold; `--list`: only print the rows with the sentences that permit them; `--quick`: look for accusations only, by random
 * sequences; `--parallel N`: threads.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    parallel: { type: 'string', default: String(availableParallelism()) },
  },
});
const named = permittedRows.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const withBrowser = named.filter(needsBrowser);
const none = withBrowser.length === 0 || values.list ? undefined : await browserUnavailableReason();
const chosen = none === undefined ? named : named.filter((row) => !needsBrowser(row));
if (values.list) {
  for (const row of chosen) process.stdout.write(`${row.name}\n    ${sentenceOf(row)}\n`);
  process.exit(0);
}

const script = new URL('./permitted-thread.mjs', import.meta.url);
const limit = pLimit(Number(values.parallel));
const idle: ReturnType<typeof startThread<RowsQuestion, RowsAnswer>>[] = [];
const ask = (rows: readonly string[]) =>
  limit(async () => {
    const thread = idle.pop() ?? startThread<RowsQuestion, RowsAnswer>(script);
    const answer = await thread.ask({ id: 'only', rows, quick: values.quick });
    idle.push(thread);
    return answer;
  });

const startedAt = performance.now();
let wrong = 0;
if (none !== undefined)
  for (const row of withBrowser) process.stdout.write(`– skipped  ${row.name}: ${none}\n`);
await Promise.all(askedTogether(chosen).map((group) => tryGroup(group)));
await Promise.all(idle.map((thread) => thread.end()));
const faults = chosen.filter(({ finds }) => finds !== undefined).length;
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
process.stdout.write(
  `${chosen.length} permitted behaviours, ${chosen.length - wrong} accepted, ${wrong} not; ${faults} with a fault behind; ${minutes} minutes\n`,
);
process.exit(wrong === 0 ? 0 : 1);

/** Several at once; one by one where that goes wrong, so that an accusation names its row. */
async function tryGroup(rows: readonly PermittedRow[]): Promise<void> {
  const answer = await ask(rows.map(({ name }) => name));
  const found = 'error' in answer ? [`could not be tried: ${answer.error}`] : answer.wrong;
  const warned = 'error' in answer ? [] : answer.seen.wavering;
  if (found.length > 0 && rows.length > 1) {
    process.stdout.write(`      together: ${found.join('; ')}\n`);
    await Promise.all(rows.map((row) => tryGroup([row])));
    return;
  }
  const seconds = 'error' in answer ? 0 : answer.seconds / rows.length;
  if (found.length > 0) wrong += rows.length;
  for (const row of rows)
    process.stdout.write(
      [
        `${found.length === 0 ? '✓' : '✗'} ${seconds.toFixed(0).padStart(3)} s  ${row.name}  (${sentenceOf(row)})`,
        ...found.map((line) => `      ${line}`),
        ...warned.map((line) => `      warns: ${line}`),
        '',
      ].join('\n'),
    );
}

function sentenceOf({ permittedBy: { document, section, says } }: PermittedRow): string {
  return `${document}, ${section}: ${says}`;
}
