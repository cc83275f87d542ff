import { parseArgs } from 'node:util';
import { faults, faultsOf, guardedFaults } from '../../../reference/faults.ts';
import type { Fault } from '../../../reference/faults/fault.ts';
import { spreadOver } from '../../../suites/faults/certify-fault.ts';
import { hurlCommand } from '../../support/targets/hurl.ts';
import { forms, type Tried, tryFault } from './try-fault.ts';

/**
 * Every form of every failure of some faults, spread over the list: each must be red on a server with the fault, and green on a sound one. Prints
 * how many failures have each form, and exits 1 where one is wrong. `--faults N`: so many. `--fault ID`, repeatable: these instead. `--guarded N`:
 * so many that show only under a condition, drawn from the seed.
 * `--browser`: those that show in a browser alone, which are left out otherwise.
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '40' },
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true },
    guarded: { type: 'string' },
    browser: { type: 'boolean', default: false },
  },
});
const asked = faults.filter(({ inBrowser = false }) => inBrowser === values.browser);
const seed = Number(values.seed);

function sampled(): readonly Fault[] {
  if (values.fault !== undefined) return values.fault.flatMap((id) => faultsOf([id]));
  if (values.guarded === undefined) return spreadOver(asked, Number(values.faults));
  const drawn = guardedFaults(seed);
  return Array.from({ length: Number(values.guarded) }, () => drawn.next().value);
}
const sample = sampled();

const all: Tried[] = [];
const unseen: string[] = [];
for (const fault of sample) {
  const tried = await tryFault(fault, { runs: Number(values.runs), seed });
  if (tried.length === 0) unseen.push(fault.id);
  all.push(...tried);
  process.stdout.write(
    `${fault.id}: ${tried.map(({ form, came }) => `${form} ${came}`).join(', ') || 'no failure'}\n`,
  );
  for (const { failure, form, why } of tried)
    if (why !== undefined) process.stdout.write(`  ${failure} ${form}: ${why}\n`);
}

const failures = new Set(all.map(({ failure }) => failure)).size;
process.stdout.write(`${sample.length} faults, ${failures} failures; not found: ${unseen.length}\n`);
// What is expected is data, but for a rest that only words say.
const breaches = all.filter(({ form }) => form === 'replay').flatMap((one) => one.breaches);
const inWords = breaches.filter(({ expect }) => expect === undefined);
process.stdout.write(`${breaches.length} breaches, ${inWords.length} of them said in words alone\n`);
for (const { rule, expected } of inWords) process.stdout.write(`  ${rule}: ${expected}\n`);
if (hurlCommand === undefined)
  process.stdout.write('.hurl files are not run: no hurl on the PATH, and HURL names none\n');
for (const form of forms) {
  const of = (came: Tried['came']) => all.filter((one) => one.form === form && one.came === came).length;
  process.stdout.write(
    `${form.padEnd(8)} red and green as due: ${of('right')}, not judged on a sound server: ${of('not judged')}, wrong: ${of('wrong')}, sends only: ${of('sends only')}, no file: ${of('none')}\n`,
  );
}
process.exit(all.some(({ came }) => came === 'wrong') || all.length === 0 ? 1 : 0);
