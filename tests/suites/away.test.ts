import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startReference } from '../../reference/server.ts';
import { claims } from '../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../suites/faults/certify-embedded.ts';
import { reachedAt } from '../support/unsteady-proxy.ts';

/** Certifies a server of its own that `happen` ends while the run goes on. */
async function certifyUntil(happen: (server: { port: number; close(): Promise<void> }) => Promise<unknown>) {
  let after: Promise<unknown> | undefined;
  const outcome = await certifyEmbedded({
    seed: 1,
    runs: 60,
    claims: [claims['webhooks/notifications']],
    settings: async (target) => {
      const server = await startReference({ seed: 1 });
      after = sleep(1500).then(() =>
        happen({ port: Number(new URL(server.url).port), close: () => server.close() }),
      );
      return { ...reachedAt(target, server.url), control: { url: server.controlUrl ?? '' } };
    },
  });
  const causes = outcome.records.flatMap((record) => (record.k === 'trouble' ? [record.cause] : []));
  return {
    rules: outcome.failures.map(({ requirement }) => requirement.join(', ')),
    causes,
    left: await after,
  };
}

test(
  'a target that is started anew in the middle of a run is not accused',
  { timeout: 120_000 },
  async () => {
    const { rules, causes, left } = await certifyUntil(async ({ port, close }) => {
      await close();
      await sleep(300);
      return startReference({ seed: 2, port });
    });
    await (left as { close(): Promise<void> }).close();
    expect(rules).toEqual([]);
    expect(causes.join()).toContain('the target was away for a while');
  },
);

test(
  'what another server answers on the port of a dead target accuses nobody',
  { timeout: 180_000 },
  async () => {
    const { rules, causes, left } = await certifyUntil(async ({ port, close }) => {
      await close();
      await sleep(300);
      const other = createServer((_request, response) => void response.writeHead(501).end('<h1>501</h1>'));
      other.listen(port, '127.0.0.1');
      await once(other, 'listening');
      return other;
    });
    (left as Server).close();
    expect(rules).toEqual([]);
    expect(causes.join()).toContain('the target is gone since');
  },
);
