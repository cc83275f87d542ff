import { AdaptiveLimit, type Trip } from './adaptive-limit.ts';
import { openPace } from './pace.ts';
import { Throttle } from './throttle.ts';
import type { LimitSettings } from '../settings/settings.ts';

/** Runs a task when the target's limits allow it. Rejects with the signal's reason when aborted while waiting. */
export interface Gate {
  <T>(task: () => Promise<T>, options?: GateOptions<T>): Promise<T>;
  /** What the target asked for beside its limits. */
  readonly throttle: Throttle;
  /**
   * Runs a task while which as many requests may be under way as the target's limits allow, whatever its latency is: those that are to overlap must not
   * wait for one another.
   */
  together<T>(task: () => Promise<T>): Promise<T>;
}

interface GateOptions<T> {
  readonly signal?: AbortSignal;
  /** True: it keeps the rate, but waits for no other request to end: a look at a target that hangs must not hang too. */
  readonly bypassGate?: boolean;
  /** How the request went, from what the task gave. Default: it says nothing of what the target bears. */
  readonly tripOf?: (result: T) => Trip | undefined;
}

/**
 * A gate that keeps a target's limits: requests at once, and requests a second where set; of those at once, no more than the target bears. All
 * connections of a run share one.
 */
export function openGate(limits: LimitSettings): Gate {
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
  const { admitted, left, together, begun } = openAdmission(limits.concurrency);
  const watched = async <T>(
    task: () => Promise<T>,
    tripOf: NonNullable<GateOptions<T>['tripOf']>,
  ): Promise<T> => {
    const ended = begun();
    let trip: Trip | undefined;
    try {
      const result = await task();
      trip = tripOf(result);
      return result;
    } finally {
      ended(trip);
    }
  };
  const gate = async <T>(
    task: () => Promise<T>,
    { signal, bypassGate = false, tripOf }: GateOptions<T> = {},
  ): Promise<T> => {
    if (bypassGate) return paced(task, signal);
    const turn = admitted();
    if (turn !== undefined) await turn;
    try {
      return await paced(tripOf === undefined ? task : () => watched(task, tripOf), signal);
    } finally {
      left();
    }
  };
  return Object.assign(gate, { throttle, together });
}

/** Lets in as many as may be under way, in the order in which they came. */
function openAdmission(most: number) {
  const adaptive = new AdaptiveLimit(most);
  const waiting: (() => void)[] = [];
  let inside = 0;
  /** Tasks whose requests are to overlap. */
  let overlapping = 0;
  const isFull = (): boolean => inside >= (overlapping > 0 ? most : adaptive.limit);
  const admit = (): void => {
    while (!isFull()) {
      const next = waiting.shift();
      if (next === undefined) return;
      inside += 1;
      next();
    }
  };
  return {
    /** Undefined: at once. */
    admitted(): Promise<void> | undefined {
      if (waiting.length > 0 || isFull()) return new Promise((resolve) => waiting.push(resolve));
      inside += 1;
      return undefined;
    },
    left(): void {
      inside -= 1;
      admit();
    },
    /** A request is sent. Gives what is to be called at its end. Of those that are sent in bursts, latencies say nothing. */
    begun(): (trip: Trip | undefined) => void {
      const ended = adaptive.begun();
      const isBurst = overlapping > 0;
      return (trip) => ended(isBurst && trip !== 'lost' ? undefined : trip);
    },
    async together<T>(task: () => Promise<T>): Promise<T> {
      overlapping += 1;
      admit();
      try {
        return await task();
      } finally {
        overlapping -= 1;
      }
    },
  };
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
