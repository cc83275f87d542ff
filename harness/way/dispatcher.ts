import { EnvHttpProxyAgent, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { isLoopback } from './loopback.ts';
import { hasProxy, type WaySettings } from './way-settings.ts';

/** What every way to a target has. */
interface Connections {
  /** Connections per origin. */
  readonly connections: number;
  /** Of a connection attempt. */
  readonly timeoutMs: number;
}

/**
 * What brings requests to an origin: by the proxy of the settings, else by those of the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`), and
 * by none to this machine. Throws SettingsError where the environment names something else as a proxy.
 */
export function dispatcherTo(
  origin: string,
  { proxy, tls = {} }: WaySettings,
  { connections, timeoutMs }: Connections,
): Dispatcher {
  // undici's timers are precise to a second only, so each exchange has its own.
  const options = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const timeout = { timeout: timeoutMs };
  const connect = { ...timeout, ...tls };
  if (proxy === null || isLoopback(origin)) return new Pool(origin, { ...options, connect });
  // Where nothing is encrypted a proxy forwards; many let tunnels through to the port of TLS only.
  const proxied = { ...options, proxyTunnel: false, proxyTls: timeout, requestTls: connect };
  if (proxy !== undefined) return new ProxyAgent({ ...proxied, uri: proxy });
  return hasProxy(process.env)
    ? new EnvHttpProxyAgent({ ...proxied, connect })
    : new Pool(origin, { ...options, connect });
}
