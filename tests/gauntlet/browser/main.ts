import { parseArgs } from 'node:util';
import { openPages } from './launch-page.ts';
import { hostilePages } from './pages.ts';

/** Opens every hostile page, or those whose names hold an argument's text, and prints a line for each. Exits 1 when one is not as it must be. */
const { positionals } = parseArgs({ allowPositionals: true });
const chosen = hostilePages.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
process.env['PAYPROOF_CHROMIUM'] ??= process.env['CHROMIUM'] ?? '';
const pages = await openPages();
let wrong = 0;
for (const page of chosen) {
  const { ms, lost, faults } = await pages.run(page);
  if (faults.length > 0) wrong += 1;
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  const mark = faults.length === 0 ? '✓' : '✗';
  process.stdout.write(
    `${mark} ${page.name} (${page.form}): ${(ms / 1000).toFixed(1)} s, ${lost ?? 'ended'}, ${peak} MB${faults.map((fault) => `; ${fault}`).join('')}\n`,
  );
}
await pages.close();
process.stdout.write(`${chosen.length - wrong} of ${chosen.length} pages are as they must be\n`);
process.exitCode = wrong === 0 ? 0 : 1;
