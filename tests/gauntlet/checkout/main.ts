import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { startReference } from '../../../reference/server.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { command } from '../../support/runs/command.ts';
import { certificateIn } from '../resume/killed.ts';

/**
 * Certifies the reference with control, and without it by what the checkout makes in a browser, and prints how many rows were tested. Its webhook URL is
 * set, as a merchant sets it in the administration screen. Exits 1 where less than 80 % of the rows of an interface are tested without control.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, runs: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
const least = 0.8;
const withControl = await certified(true);
const byCheckout = await certified(false);
let isEnough = true;
for (const document of ['legacy', 'resource'] as const) {
  const [all, some] = [withControl, byCheckout].map((certificate) => testedIn(certificate, document));
  const part = (some ?? 0) / (all ?? 1);
  isEnough &&= part >= least;
  process.stdout.write(
    `${document}: ${some} of the ${all} rows that control lets test (${Math.round(part * 100)} %)\n`,
  );
}
process.stdout.write(`without control: ${byCheckout.verdict}, ${byCheckout.failures.length} failures\n`);
process.exitCode = isEnough && byCheckout.failures.length === 0 ? 0 : 1;

async function certified(hasControl: boolean): Promise<Certificate> {
  const listen = await freeAddress();
  const { url, controlUrl, checkoutUrl, keys, personas, close } = await startReference({
    control: hasControl,
    webhookUrl: `http://${listen}/hooks/payproof-own`,
  });
  const { approve, reject, pin } = personas;
  const entry = {
    kind: 'remote',
    legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas: { approve, reject, pin } },
    resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
    webhooks: { listen, public_url: `http://${listen}/hooks/payproof-own`, deadline: '2s' },
    ...(hasControl ? { control: { url: controlUrl } } : { checkout: { script_url: checkoutUrl } }),
  };
  const name = hasControl ? 'control' : 'checkout';
  writeFileSync(join(folder, `${name}.yaml`), stringify({ targets: { own: entry } }));
  const out = join(folder, name);
  const told = await command([
    'certify',
    '--targets',
    join(folder, `${name}.yaml`),
    '--seed',
    values.seed,
    '--out',
    out,
    '--quiet',
    ...(values.runs === undefined ? [] : ['--runs', values.runs]),
  ]).finished;
  await close();
  if (told.exit === 2) throw new Error(told.err);
  process.stdout.write(`${name}: ${out}\n`);
  return certificateIn(out);
}

function testedIn({ requirements }: Certificate, document: string): number {
  return requirements.filter(
    (row) => row.document === document && ['pass', 'fail', 'warn'].includes(row.verdict),
  ).length;
}

async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}
