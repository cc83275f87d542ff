import { readdirSync, readFileSync } from 'node:fs';

/** What the system tells of a process while it lives; zeros where it does not, as outside Linux. */
export interface ProcessWatch {
  readonly peakMegabytes: number;
  /** How long its threads were ready and had no processor: the machine's doing. The main thread's, and of the others the longest. */
  readonly heldUpSeconds: number;
  stop(): void;
}

const everyMs = 100;

/** Watches a process from outside. */
export function watchProcess(pid: number | undefined): ProcessWatch {
  let peakMegabytes = 0;
  const heldUp = new Map<string, number>();
  const look = (): void => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(pid));
    for (const thread of threadsOf(pid)) heldUp.set(thread, waitedSeconds(pid, thread));
  };
  const timer = setInterval(look, everyMs);
  return {
    get peakMegabytes() {
      return peakMegabytes;
    },
    get heldUpSeconds() {
      const others = [...heldUp].filter(([thread]) => thread !== String(pid)).map(([, seconds]) => seconds);
      return (heldUp.get(String(pid)) ?? 0) + Math.max(0, ...others);
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
function waitedSeconds(pid: number | undefined, thread: string): number {
  const [, waited = '0'] = readSystem(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
  return Number(waited) / 1e9;
}

/** A file of the system; empty once the process has ended. */
function readSystem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
