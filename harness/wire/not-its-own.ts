import type { Reply } from '../../models/wire.ts';

/** Why a reply is not judged as the target's: a proxy, a gateway or a rate limit has answered. Undefined for one that is. */
export function notItsOwn(reply: Reply): string | undefined {
  const { http } = reply;
  if (http === 429) return 'asked to slow down (HTTP 429): lower limits.requests_per_second';
  if (http === 407) return proxyRefused(http);
  return isGatewayPage(reply) ? gatewayAnswered(reply) : undefined;
}

/** Whether a gateway says with a page of its own that the target was not reached. */
export function isGatewayPage({ http, body }: Reply): boolean {
  return (http === 502 || http === 503 || http === 504) && (typeof body !== 'object' || body === null);
}

function gatewayAnswered({ http, contentType }: Reply): string {
  const page = contentType.includes('html') ? ' with an HTML page' : '';
  return `a gateway answered for the target${page} (HTTP ${http})`;
}

/** Why a proxy let a request not through, by its status. */
export function proxyRefused(http: number): string {
  return http === 407
    ? 'the proxy wants a user name and a password (HTTP 407): give them in its address, http://USER:PASSWORD@HOST:PORT'
    : `the proxy did not lead to the target (HTTP ${http})`;
}
