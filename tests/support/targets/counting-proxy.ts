import { onTestFinished } from 'vitest';
import { startCountingProxy } from './start-counting-proxy.ts';

/** A proxy on loopback, until the test ends, that keeps what passes it. */
export async function countingProxy(target: string) {
  const { url, requests, close } = await startCountingProxy(target);
  onTestFinished(close);
  return { url, requests };
}
