import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { startReference } from '../../../reference/server.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { command } from '../../support/runs/command.ts';
import { mostInASecond, startCountingProxy } from '../../support/targets/start-counting-proxy.ts';

/**
 * A default run against a server on another loopback address, without control, whose entry says that it is not ours: counts at the server what
 * reaches it. Exits 1 when that is more than 2,000 requests in all or five in any second, or when a payment is left open. `--requests`: a
 * shorter run. It takes about eight minutes.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string' }, only: { type: 'string', multiple: true, default: [] } },
});
const folder = mkdtempSync(join(tmpdir(), 'cautious-'));
const server = await startReference({ seed: 1, control: true });
const { keys, personas } = server;
const proxy = await startCountingProxy(server.url, '127.0.0.2');
const tokens: unknown[] = [];
for (let count = 0; count < 6; count += 1) {
  const issued = await fetch(`${server.controlUrl ?? ''}/tokens`, { method: 'POST', body: '{}' });
  tokens.push({ id: ((await issued.json()) as { id: string }).id, spend: count > 2 });
}
const entry = {
  kind: 'remote',
  cautious: true,
  legacy: { base_url: proxy.url, api_key: keys.apiKey, secret: keys.secret, personas },
  resource: { base_url: proxy.url, secret_key: keys.secretKey, public_key: keys.publicKey, tokens },
};
const targets = join(folder, 'targets.yaml');
writeFileSync(targets, stringify({ targets: { it: entry } }));
const most = Number(values.requests ?? 2000);
const { exit, out, err } = await command([
  'certify',
  '--targets',
  targets,
  '--out',
  join(folder, 'run'),
  '--seed',
  '1',
  ...(values.requests === undefined ? [] : ['--max-requests', values.requests]),
  ...values.only.flatMap((scope) => ['--only', scope]),
]).finished;
process.stdout.write(`${err.split('\n').slice(0, 9).join('\n')}\n${out.split('\n').slice(-3).join('\n')}\n`);

const certificate = JSON.parse(readFileSync(join(folder, 'run', 'certificate.json'), 'utf8')) as Certificate;
const instants = proxy.requests.map(({ at }) => at).toSorted((a, b) => a - b);
const right = new Set([keys.apiKey, keys.secretKey].map((key) => `Bearer ${key}`));
const { legacyPayments, resourcePayments } = server.store;
const figures = {
  exit,
  verdict: certificate.verdict,
  requests: instants.length,
  'most in any second': mostInASecond(instants),
  seconds: Math.round(((instants.at(-1) ?? 0) - (instants[0] ?? 0)) / 1000),
  'wrong keys': proxy.requests.filter(({ authorization: sent }) => sent !== undefined && !right.has(sent))
    .length,
  payments: [...legacyPayments.values()].length + [...resourcePayments.values()].length,
  'open payments left': [
    ...[...legacyPayments.values()].filter(({ status }) => status === 'open'),
    ...[...resourcePayments.values()].filter(({ status }) => status === 'AUTHORIZED'),
  ].length,
  'left by the certificate': certificate.cleanup?.left.length ?? 0,
  violated: certificate.requirements.filter(({ verdict }) => verdict === 'fail').length,
};
for (const [name, value] of Object.entries(figures))
  process.stdout.write(`${name.padEnd(24)} ${String(value)}\n`);
proxy.close();
await server.close();
rmSync(folder, { recursive: true });
const isWell =
  figures.requests > most / 2 &&
  figures.requests <= most &&
  figures['most in any second'] <= 5 &&
  figures['wrong keys'] <= 10 &&
  figures['open payments left'] === 0 &&
  figures.violated === 0;
process.exitCode = isWell ? 0 : 1;
