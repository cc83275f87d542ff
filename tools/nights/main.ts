import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { certificateSchema, type Certificate } from '../../reports/certificate/certificate-schema.ts';
import { nightlySchema, type Nightly } from '../../reports/nightly/nightly-schema.ts';
import { openInputsName } from '../../reports/nightly/open-inputs.ts';
import { packageRoot } from '../../harness/files/version.ts';

// Prints what nights with few requests cover of the inputs together, beside one run of certify: both on the embedded target.

const { values } = parseArgs({
  options: {
    nights: { type: 'string', default: '10' },
    requests: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const [nights, seed] = [Number(values.nights), Number(values.seed)];
const dir = mkdtempSync(join(tmpdir(), 'payproof-nights-'));

/** Runs the command as a person would. An alarm of a night is no error here. */
async function payproof(out: string, ...options: readonly string[]): Promise<void> {
  const command = [join(packageRoot, 'bin', 'payproof.mjs'), ...options, '--quiet', '--out', out];
  await promisify(execFile)(process.execPath, command, { cwd: dir, maxBuffer: 1 << 26 });
}

const inJson = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(dir, ...path), 'utf8'));

function overNights(inputs: Nightly['inputs'], length: 'two' | 'three'): string {
  const { over_nights: made, of } = inputs?.windows?.[length] ?? {};
  return `${made} of ${of} windows of ${length}`;
}

function inputsIn(out: string): NonNullable<Certificate['coverage']['inputs']> {
  return certificateSchema.parse(inJson(out, 'certificate.json')).coverage.inputs ?? [];
}

try {
  await payproof(join(dir, 'whole'), 'certify', '--seed', values.seed);
  const whole = inputsIn('whole');
  const sum = (of: (one: (typeof whole)[number]) => number) => whole.reduce((all, one) => all + of(one), 0);
  const covered = sum(({ classes }) => classes.covered);
  const windows = (length: 'two' | 'three') => {
    const made = sum((one) => one.windows?.[length].covered ?? 0);
    return `${made} of ${sum((one) => one.windows?.[length].of ?? 0)} windows of ${length}`;
  };
  process.stdout.write(
    `certify: ${covered} of ${sum(({ classes }) => classes.of)} classes of inputs, ${windows('two')}, ${windows('three')}\n`,
  );
  // What no night has tried so far, of what the run has.
  const left = new Map(
    whole.map(({ machine, operation, classes }) => [`${machine} ${operation}`, new Set(classes.missing)]),
  );
  let missed: readonly string[] | undefined;
  for (let night = 1; night <= nights; night += 1) {
    const out = `night-${night}`;
    const asked = ['--seed', String(seed + night), '--max-requests', values.requests, '--for', '30m'];
    await payproof(join(dir, out), 'nightly', ...asked);
    const { inputs, trend } = nightlySchema.parse(inJson(out, 'nightly.json'));
    const tonight = inputsIn(out).flatMap(({ machine, operation, classes }) =>
      classes.missing
        .filter((kind) => left.get(`${machine} ${operation}`)?.has(kind) === false)
        .map((kind) => `${machine} ${operation} ${kind}`),
    );
    missed = missed?.filter((kind) => tonight.includes(kind)) ?? tonight;
    process.stdout.write(
      `night ${night}: ${trend.at(-1)?.requests} requests, ${inputs?.tonight} of ${inputs?.of} classes, ${inputs?.over_nights} in ${inputs?.nights} nights of round ${inputs?.round}, ${overNights(inputs, 'two')}, ${overNights(inputs, 'three')}; ${missed.length} of certify not yet\n`,
    );
  }
  for (const kind of missed ?? []) process.stdout.write(`not in any night: ${kind}\n`);
  process.stdout.write(`${openInputsName}: ${readFileSync(join(dir, openInputsName)).length} bytes\n`);
} finally {
  rmSync(dir, { recursive: true });
}
