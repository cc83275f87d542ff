import pLimit from 'p-limit';
import { openPace } from './pace.ts';
import { Throttle } from './throttle.ts';
import type { LimitSettings } from '../settings/settings.ts';

/** Runs a task when the target's limits allow it. Rejects with the signal's reason when aborted while waiting. */
export interface Gate {
  <T>(task: () => Promise<T>, options?: GateOptions): Promise<T>;
  /** What the target asked for beside its limits. */
  readonly throttle: Throttle;
}

interface GateOptions {
  readonly signal?: AbortSignal;
  /** True: it keeps the rate, but waits for no other request to end: a look at a target that hangs must not hang too. */
  readonly bypassGate?: boolean;
}

/** A gate that keeps a target's limits: requests at once, and requests a second where set. All connections of a run share one. */
export function openGate(limits: LimitSettings): Gate {
  const limit = pLimit(limits.concurrency);
  const { requestsPerSecond } = limits;
  const pace = requestsPerSecond === undefined ? undefined : openPace(requestsPerSecond);
  const throttle = new Throttle(requestsPerSecond);
  const orAborted = openWaits();
  const paced = async <T>(task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    // An await costs a turn of the event loop.
    if (throttle.perSecond !== undefined) await orAborted(throttle.turn(), signal);
    if (pace === undefined) return task();
    const turn = pace();
    const over = await orAborted(turn, signal).catch((error: unknown) => {
      void turn.then((end) => end(false));
      throw error;
    });
    try {
      return await task();
    } finally {
      over();
    }
  };
  const gate = <T>(task: () => Promise<T>, { signal, bypassGate = false }: GateOptions = {}): Promise<T> =>
    bypassGate ? paced(task, signal) : limit(() => paced(task, signal));
  return Object.assign(gate, { throttle });
}

/** Gives what a promise brings. Rejects at once with the signal's reason on abort. Nothing is held once it has ended, however long the signal lives. */
type OrAborted = <T>(turn: Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

/** Those that wait for one signal. */
interface Waiting {
  readonly rejects: Set<(reason: Error) => void>;
  readonly listener: () => void;
}

/** Opens waits for promises that a signal may end. All for one signal share a listener: there may be as many as requests at once. */
export function openWaits(): OrAborted {
  const waits = new Map<AbortSignal, Waiting>();
  const begin = (signal: AbortSignal): Waiting => {
    const rejects: Waiting['rejects'] = new Set();
    const listener = (): void => rejects.forEach((reject) => reject(signal.reason as Error));
    signal.addEventListener('abort', listener, { once: true });
    const waiting = { rejects, listener };
    waits.set(signal, waiting);
    return waiting;
  };
  return async (turn, signal) => {
    if (signal === undefined) return turn;
    signal.throwIfAborted();
    const { rejects, listener } = waits.get(signal) ?? begin(signal);
    let end = (_reason: Error): void => undefined;
    const aborted = new Promise<never>((_, reject) => {
      end = reject;
      rejects.add(end);
    });
    try {
      return await Promise.race([turn, aborted]);
    } finally {
      rejects.delete(end);
      if (rejects.size === 0) {
        signal.removeEventListener('abort', listener);
        waits.delete(signal);
      }
    }
  };
}
