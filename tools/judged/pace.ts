/** How fast requests go: by the clock, and in µs of processor time of this process for each. */
export interface Pace {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** The pace of work that gives the number of requests that it has sent. */
export async function paceOf(work: () => Promise<number>): Promise<Pace> {
  const started = performance.now();
  const before = process.cpuUsage();
  const requests = await work();
  const { user, system } = process.cpuUsage(before);
  return { perSecond: requests / ((performance.now() - started) / 1000), cpuUs: (user + system) / requests };
}
