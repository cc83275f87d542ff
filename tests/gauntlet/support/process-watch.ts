import { readdirSync, readFileSync } from 'node:fs';

/** What the system tells of a process while it lives; zeros where it does not, as outside Linux. */
export interface ProcessWatch {
  readonly peakMegabytes: number;
  /** How long a thread of it was ready and had no processor: the doing of other programs. */
  readonly heldUpSeconds: number;
  stop(): void;
}

const everyMs = 100;

/** Watches a process from outside. Its threads wait for each other, so between two looks the one that was held up longest counts. */
export function watchProcess(pid: number | undefined): ProcessWatch {
  let peakMegabytes = 0;
  let heldUpSeconds = 0;
  let lookedAt = performance.now();
  const queued = new Map<string, number>();
  const look = (): void => {
    const passedSeconds = (performance.now() - lookedAt) / 1000;
    lookedAt += passedSeconds * 1000;
    peakMegabytes = Math.max(peakMegabytes, peakOf(pid));
    const longest = threadsOf(pid).map((thread) => {
      const before = queued.get(thread) ?? 0;
      const seconds = queuedSeconds(pid, thread);
      queued.set(thread, seconds);
      return seconds - before;
    });
    heldUpSeconds += Math.min(passedSeconds, Math.max(0, ...longest));
  };
  const timer = setInterval(look, everyMs);
  return {
    get peakMegabytes() {
      return peakMegabytes;
    },
    get heldUpSeconds() {
      return heldUpSeconds;
    },
    stop: () => clearInterval(timer),
  };
}

function peakOf(pid: number | undefined): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readSystem(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) / 1024;
}

function threadsOf(pid: number | undefined): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The second number of `schedstat`: nanoseconds in the queue for a processor. */
function queuedSeconds(pid: number | undefined, thread: string): number {
  const [, queued = '0'] = readSystem(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
  return Number(queued) / 1e9;
}

/** A file of the system; empty once the process has ended. */
function readSystem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
