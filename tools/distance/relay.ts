import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { parse, stringify } from 'yaml';
import { drawing } from '../../reference/chance.ts';

/** How far away what is behind a relay is. */
export interface Distance {
  /** A round trip, ms; half of it each way. */
  readonly ms: number;
  /** By which part of itself each delay is longer or shorter at most, up to a half. Default: 0. */
  readonly jitter?: number;
  /** Of the jitter. Default: 1. */
  readonly seed?: number;
}

export interface Relay {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * A relay of bytes to a port of this machine that takes its time, however much is under way. Bytes of one connection keep their order in each
 * direction. Connections are opened at once. `onSent`: called with bytes that come for the port.
 */
export async function startRelay(
  toPort: number,
  { ms, jitter = 0, seed = 1 }: Distance,
  onSent?: () => void,
): Promise<Relay> {
  const draw = drawing(seed);
  const delayMs = (): number => (ms / 2) * (1 + jitter * (2 * draw() - 1));
  const open = new Set<Socket>();
  // What one side has ended may still get what is on its way to it.
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ port: toPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    if (onSent !== undefined) near.on('data', onSent);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      const later = inOrder(delayMs);
      open.add(from);
      from.on('data', (bytes: Buffer) => later(() => to.write(bytes)));
      from.on('end', () => later(() => to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Does what it is given after a delay each, and never before what it was given earlier. */
function inOrder(delayMs: () => number): (task: () => void) => void {
  const waiting: { readonly dueAt: number; readonly task: () => void }[] = [];
  let lastDueAt = 0;
  const doDue = (): void => {
    const now = performance.now();
    while (waiting[0] !== undefined && waiting[0].dueAt <= now) waiting.shift()?.task();
    if (waiting[0] !== undefined) setTimeout(doDue, Math.ceil(waiting[0].dueAt - now));
  };
  return (task) => {
    const delay = delayMs();
    if (delay === 0 && waiting.length === 0) return task();
    lastDueAt = Math.max(lastDueAt, performance.now() + delay);
    waiting.push({ dueAt: lastDueAt, task });
    // Otherwise a timer is under way, or it is done now.
    if (waiting.length === 1) setTimeout(doDue, Math.ceil(delay));
    return undefined;
  };
}

/**
 * Puts a relay before the server that a targets file names, which names the relay from then on. `limits`: of the target, as in that file.
 */
export async function putBehindRelay(
  targetsFile: string,
  distance: Distance,
  { limits, onSent }: { readonly limits?: object; readonly onSent?: () => void } = {},
): Promise<Relay> {
  const entry = readFileSync(targetsFile, 'utf8');
  const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(entry)?.[1] ?? '';
  const relay = await startRelay(Number(port), distance, onSent);
  const settings = parse(entry.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${relay.port}`)) as {
    readonly targets: Readonly<Record<string, object>>;
  };
  const targets = Object.fromEntries(
    Object.entries(settings.targets).map(([name, target]) => [
      name,
      { ...target, ...(limits && { limits }) },
    ]),
  );
  writeFileSync(targetsFile, stringify({ ...settings, targets }));
  return relay;
}
