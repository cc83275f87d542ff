import { Command } from 'commander';
import { collected, wholeNumber } from '../../cli/command/options.ts';
import { faults } from '../../reference/faults.ts';
import { certifyFault } from '../../suites/faults/certify-fault.ts';
import { leavingOutEach } from './left-out.ts';

interface Options {
  readonly fault?: readonly string[];
  readonly runs: number;
  readonly seed: number;
}

const command = new Command('left-out')
  .description(
    'leaves out each field of the reproductions of faults, and counts those without which they still fail',
  )
  .option('--fault <id>', 'only this one; repeatable', collected)
  .option('--runs <n>', 'random sequences per model', wholeNumber(1), 16)
  .option('--seed <n>', 'seed of everything that is drawn', wholeNumber(0), 1)
  .parse();
const { fault: ids, runs, seed } = command.opts<Options>();

/** Two columns of faults: about authorizations, of all kinds, and about what follows or is of the other interface. */
const columns = [
  {
    title: 'authorizations',
    faults: [
      'legacy-amount-shown-whole',
      'legacy-amount-without-discount',
      'legacy-order-ref-lost',
      'legacy-order-ref-cut',
      'legacy-authorize-without-id',
      'legacy-declined-names-payment',
      'legacy-authorize-without-test',
      'legacy-authorized-is-closed',
      'legacy-pin-unchecked',
      'legacy-declined-approved',
      'legacy-dob-required',
      'legacy-dob-refused',
      'legacy-discount-malformed',
      'legacy-authorize-word',
      'legacy-bad-checksum-without-reason',
      'legacy-authorize-without-ltv',
      'legacy-authorize-checksum-unchecked',
      'legacy-authorize-signed-rounded-up',
      'legacy-authorize-signed-in-32-bits',
      'legacy-authorize-checksum-without-ip-address-too',
    ],
  },
  {
    title: 'others',
    faults: faults
      .filter(
        ({ requirement, concurrent }) => requirement.startsWith('resource.create.') && concurrent !== true,
      )
      .slice(0, 16)
      .map(({ id }) => id)
      .concat(['legacy-capture-without-test', 'resource-capture-above-amount']),
  },
] as const;

/** More names are not printed. */
const mostNames = 4;

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

for (const { title, faults: listed } of columns) {
  const chosen = listed.filter((id) => ids?.includes(id) ?? true);
  const counts: number[] = [];
  const requests: number[] = [];
  let steps = 0;
  for (const id of chosen) {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    const { failure, blamed } = await certifyFault(fault, { runs, seed });
    if (failure === undefined || !blamed) {
      console.log(`${fault.id}: not found`);
      continue;
    }
    const left = await leavingOutEach(fault.id, failure);
    if (left === undefined) {
      console.log(`${id}: its reproduction does not fail on another server with the fault`);
      continue;
    }
    const { fields, spare } = left;
    const free = spare.filter(({ required }) => !required);
    counts.push(free.length);
    steps += failure.steps;
    requests.push(failure.requestsToShrink);
    console.log(
      `${fault.id}: steps ${failure.steps}, requests to shrink ${failure.requestsToShrink}, fields ${fields}, can be left out ${free.length}, required but idle ${spare.length - free.length}${
        free.length > 0
          ? ` (${free
              .slice(0, mostNames)
              .map(({ name }) => name)
              .join(', ')})`
          : ''
      }`,
    );
  }
  if (counts.length === 0) continue;
  console.log(
    `${title}: ${counts.length} faults; can be left out: median ${median(counts)}, worst ${Math.max(...counts)}; steps ${steps}; requests to shrink: median ${median(requests)}, sum ${requests.reduce((sum, one) => sum + one, 0)}`,
  );
}
