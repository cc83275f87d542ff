import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { stringify } from 'yaml';
import { type RunningReference, startReference } from '../../../reference/server.ts';

/** The blocks of an entry that differ from those of the server: each is laid over its own, and undefined leaves it out. */
export type Blocks = Readonly<Record<string, object | undefined>>;

export interface ServerEntry {
  /** A folder of the tests of this file, removed after them. */
  readonly dir: string;
  /** The settings file. */
  readonly targets: string;
  /** Throws an Error before the tests have begun. */
  server(): RunningReference;
  /** Writes the settings file: its target `it` is the entry that `serve` prints, changed block by block. */
  write(changes?: Blocks): void;
}

/** Starts a server with control once for all tests of a file, and a settings file for it. */
export function serverEntry(): ServerEntry {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-doctor-'));
  const targets = join(dir, 'targets.yaml');
  let running: RunningReference | undefined;
  beforeAll(async () => {
    running = await startReference({ control: true });
  });
  afterAll(async () => {
    await running?.close();
    rmSync(dir, { recursive: true });
  });
  const server = (): RunningReference => {
    if (running === undefined) throw new Error('the server starts with the first test');
    return running;
  };
  const write = (changes: Blocks = {}): void => {
    const { url, controlUrl, keys, personas } = server();
    const own: Readonly<Record<string, object>> = {
      legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
      resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
      webhooks: { listen: '127.0.0.1:0' },
      control: { url: controlUrl },
    };
    const entry: Record<string, object> = { ...own };
    for (const [name, change] of Object.entries(changes)) {
      if (change === undefined) delete entry[name];
      else entry[name] = { ...own[name], ...change };
    }
    writeFileSync(targets, stringify({ default: 'it', targets: { it: { kind: 'remote', ...entry } } }));
  };
  return { dir, targets, server, write };
}
