import { parseArgs } from 'node:util';
import { faultsOf } from '../../../reference/faults.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyMany } from './certify-many.ts';
import { picked } from './pick.ts';

/**
 * Certifies the reference with many faults at once that leave the state certain, and with one alone: each row that a fault breaks must fail,
 * no other may, and none may be left untested. Exits 1 where that is not so. `--fault ID`, repeatable: these faults instead. `--claim NAME`,
 * repeatable: these claims alone, which leaves rows of others untested.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['1', '2', '3', '4', '5'] },
    count: { type: 'string', default: '12' },
    runs: { type: 'string', default: '100' },
    fault: { type: 'string', multiple: true },
    claim: { type: 'string', multiple: true },
  },
});
const cases =
  values.fault !== undefined
    ? values.seed.map((seed) => ({ seed: Number(seed), faults: faultsOf(values.fault ?? []) }))
    : [
        { seed: 1, faults: faultsOf(['resource-payment-without-buyer']) },
        ...values.seed.map((seed) => ({
          seed: Number(seed),
          faults: picked(Number(seed), Number(values.count)),
        })),
      ];
/** Where some claims are left out, most rows are untested. */
const mostLines = 20;

let wrong = 0;
for (const { seed, faults } of cases) {
  const startedAt = performance.now();
  process.stdout.write(`seed ${seed}: ${faults.map(({ id }) => id).join(' ')}\n`);
  const shown = await certifyMany(faults, {
    seed,
    runs: Number(values.runs),
    ...(values.claim !== undefined && {
      claims: values.claim.map((name) => claims[name as keyof typeof claims]),
    }),
  });
  const { missed, others, untested, flaky, accusing } = shown;
  if (missed.length + others.length + untested.length > 0) wrong += 1;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(
    `  ${faults.length - missed.length} of ${faults.length} rows fail, ${others.length} others, ${untested.length} untested; ${shown.requests} requests, ${seconds} s\n`,
  );
  for (const [what, ids] of Object.entries({ missed, others, untested, flaky, accusing }))
    for (const id of ids.slice(0, mostLines)) process.stdout.write(`    ${what}  ${id}\n`);
}
process.exit(wrong === 0 ? 0 : 1);
