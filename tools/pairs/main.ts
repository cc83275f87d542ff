import { Command } from 'commander';
import { wholeNumber } from '../../cli/command/options.ts';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import { grouped } from '../../reports/words/plain.ts';
import { defaultRuns } from '../../harness/means/scope.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../suites/faults/certify-embedded.ts';
import { legacyFactors, legacyTables } from './legacy.ts';
import { recordOf, type Tried } from './lines.ts';
import { malformedCoverage } from './malformed.ts';
import { pairCoverage, unknownValues, type Factors, type FactorTable } from './pairs.ts';
import { refusalCoverage } from './refusals.ts';
import { resourceFactors, resourceTables } from './resource.ts';

interface Interface {
  readonly name: 'legacy' | 'resource';
  readonly tables: readonly FactorTable[];
  readonly factorsOf: (sequence: readonly Tried[]) => readonly (readonly [string, Factors])[];
}

const interfaces: readonly Interface[] = [
  { name: 'legacy', tables: legacyTables, factorsOf: legacyFactors },
  { name: 'resource', tables: resourceTables, factorsOf: resourceFactors },
];

const program = new Command('pairs')
  .description('prints which pairs of data classes, and which wrong requests of each operation, a run tries')
  .option('--seed <n>', 'seed of the run', wholeNumber(0), 1)
  .option('--runs <n>', 'random sequences per model', wholeNumber(0), defaultRuns)
  .parse();
const { seed, runs } = program.opts<{ seed: number; runs: number }>();

for (const { name, tables, factorsOf } of interfaces) {
  const exchanges: ExchangeRecord[] = [];
  await certifyEmbedded({
    seed,
    runs,
    claims: allClaims.filter(({ scope }) => scope === name),
    onRecord: (record) => {
      if (record.k === 'exchange' && record.control !== true) exchanges.push(record);
    },
  });
  const factors = sequencesOf(exchanges).flatMap(factorsOf);
  console.log(`${name}, seed ${seed}, ${exchanges.length} requests`);
  for (const table of tables) {
    const requests = factors.flatMap(([operation, one]) => (operation === table.operation ? [one] : []));
    const unknown = unknownValues(table, requests);
    if (unknown.length > 0) throw new Error(`the table of ${table.operation} lacks ${unknown.join(', ')}`);
    const { possible, untried } = pairCoverage(table, requests);
    print(`${table.operation}: pairs of data`, possible, untried);
  }
  const { possible, untried } = refusalCoverage(name, exchanges);
  print('every operation with every wrong request', possible, untried);
  const bodies = malformedCoverage(name, exchanges);
  print('every operation with every class of malformed body', bodies.possible, bodies.untried);
}

function print(title: string, possible: number, untried: readonly string[]): void {
  console.log(`  ${title}: ${possible - untried.length} of ${possible}`);
  for (const one of untried) console.log(`    not tried: ${one}`);
}

function sequencesOf(exchanges: readonly ExchangeRecord[]): readonly (readonly Tried[])[] {
  const sequences = grouped(exchanges, ({ suite, sequence }) => `${suite} ${sequence}`);
  return [...sequences.values()].map((sequence) =>
    sequence.map(({ operation, request, reply }) => ({
      operation,
      http: reply?.http ?? 0,
      body: jsonOf(request.body),
      reply: jsonOf(reply?.body),
    })),
  );
}

function jsonOf(text = ''): Tried['body'] {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}
