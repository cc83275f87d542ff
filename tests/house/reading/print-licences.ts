import { productionDependencies, whyAllowed } from './licences.ts';

const rows = productionDependencies().map((found) => ({ ...found, why: whyAllowed(found) }));
const refused = rows.filter(({ why }) => why === undefined);
const table = rows.map(
  ({ name, version, license, why = 'NOT ALLOWED' }) =>
    `${name.padEnd(40)} ${version.padEnd(14)} ${license.padEnd(14)} ${why}\n`,
);
process.stdout.write(
  `${table.join('')}\n${rows.length} production dependencies, ${refused.length} with a licence that is not allowed\n`,
);
for (const { name, version, license } of refused) {
  process.stderr.write(
    `${name} ${version}: ${license} is not among the allowed licences of tests/house/reading/licences.ts\n`,
  );
}
process.exitCode = refused.length === 0 ? 0 : 1;
