import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { replayStored } from '../../cli/replay/replay-stored.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { version } from '../../harness/files/version.ts';
import { type RunningReference, startReference } from '../../reference/server.ts';
import { reproduction } from '../../reports/reproduction/reproduction.ts';
import type { ReplayResult } from '../../suites/replay/replay.ts';

/** Runs something on a server of its own with some faults, since what ran there before may have moved the clock or made payments. */
export async function onFreshServer<T>(
  faults: readonly string[],
  use: (server: RunningReference) => Promise<T>,
): Promise<T> {
  const server = await startReference({ control: true, faults });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** A running server as a target of a settings file. `deadline`: of its notifications, which take milliseconds on loopback. */
export function settingsOf({ url, controlUrl, keys, personas }: RunningReference, deadline: string) {
  return {
    kind: 'remote',
    legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
    resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
    webhooks: { listen: '127.0.0.1:0', deadline },
    control: { url: controlUrl },
  } as const;
}

/** Replays the reproduction of a failure once on a server, by settings in a file, as `payproof replay` does. Throws what that throws. */
export async function replayOn(server: RunningReference, failure: FailureRecord): Promise<ReplayResult> {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-replay-'));
  try {
    const targets = join(dir, 'targets.yaml');
    const target = {
      ...settingsOf(server, '2s'),
      ...(failure.checkout && { checkout: { script_url: server.checkoutUrl } }),
    };
    writeFileSync(targets, stringify({ default: 'tried', targets: { tried: target } }));
    const found = { target: 'tried', tool: { name: 'payproof', version } } as const;
    return await replayStored(reproduction(failure, found), { targets, target: 'tried', times: 1 });
  } finally {
    rmSync(dir, { recursive: true });
  }
}
