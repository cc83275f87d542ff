import { isIPv4 } from 'node:net';

/** Whether an address is of this machine: nothing lies between it and us. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
