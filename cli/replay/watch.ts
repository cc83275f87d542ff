import { watch, type FSWatcher } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Why a watched replay is run again. */
export type Again = 'the target answers anew' | 'a file has changed';

/** How often a target that is away is tried, ms: a person takes it for at once. */
const betweenMs = 200;

/** An editor writes a file in several steps, and a compiler several files: no replay begins between them. */
const settledMs = 150;

/**
 * Waits until a target that went away takes connections again, or a file or what is in a folder changes. Undefined: `signal` ended it. A connection is held, so
 * that a restart shows however short it is: a server that ends closes it and takes no other one at once. One that only closes what is idle takes it again.
 */
export async function nextChange({
  url,
  files,
  signal,
}: {
  /** Of the target; absent: only files are watched. */
  readonly url?: string | undefined;
  readonly files: readonly string[];
  readonly signal: AbortSignal;
}): Promise<Again | undefined> {
  const over = new AbortController();
  const end = (): void => over.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const watchers: FSWatcher[] = [];
  try {
    const changed = new Promise<Again>((found) => {
      for (const file of files)
        watchers.push(watch(file, { recursive: true }, () => found('a file has changed')));
    });
    const ended = new Promise<undefined>((found) => {
      over.signal.addEventListener('abort', () => found(undefined), { once: true });
      if (over.signal.aborted) found(undefined);
    });
    const back = url === undefined ? [] : [answersAnew(new URL(url), over.signal)];
    const again = await Promise.race([changed, ended, ...back]);
    if (again === 'a file has changed') await sleep(settledMs);
    return again;
  } finally {
    signal.removeEventListener('abort', end);
    over.abort();
    for (const one of watchers) one.close();
  }
}

async function answersAnew(url: URL, signal: AbortSignal): Promise<Again | undefined> {
  let wasAway = false;
  while (!signal.aborted) {
    const socket = await connected(url);
    if (socket === undefined) {
      wasAway = true;
      await sleep(betweenMs);
    } else if (wasAway || signal.aborted) {
      socket.destroy();
      return signal.aborted ? undefined : 'the target answers anew';
    } else await closed(socket, signal);
  }
  return undefined;
}

function connected(url: URL): Promise<Socket | undefined> {
  const { promise, resolve } = withResolve<Socket | undefined>();
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const socket = connect({ host: url.hostname.replaceAll(/[[\]]/g, ''), port });
  socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
  return promise;
}

function closed(socket: Socket, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = withResolve<void>();
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  socket.on('error', end).once('close', () => {
    signal.removeEventListener('abort', end);
    resolve();
  });
  // A target may say something first, and ends what it does not read.
  socket.resume().once('end', end);
  return promise;
}

function withResolve<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((found) => {
    resolve = found;
  });
  return { promise, resolve };
}
