import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { signatureAlgorithmOf, peerCertificate } from '../../harness/handshake/peer-certificate.ts';
import { offerSsl, type Endpoint, type Offered } from '../../harness/handshake/offer-ssl.ts';
import { judgeTransport } from '../../models/legacy/transport.ts';
import { certifyProcedure, shownBy, type Attempt } from '../procedures/certify-procedure.ts';
import type { Session } from '../run/session.ts';

/** The name under which a reproduction stores it. */
export const transportProcedure = 'legacy-transport';

/**
 * Certifies the transport of the legacy interface (legacy, Authentication): three connections, of which none sends a request.
 * `certificateOf`: how a certificate is read.
 */
export async function certifyTransport(
  session: Session,
  certificateOf = peerCertificate,
): Promise<readonly FailureRecord[]> {
  const { legacy, limits } = session.config.target;
  if (legacy === undefined) return [];
  const at = endpointOf(legacy.baseUrl);
  return certifyProcedure(session, {
    covers: 'legacy | handshake',
    attempt: () => shakeHands(session, at, limits.timeoutMs, certificateOf),
    failure: (_second, breaches) => ({
      interface: 'legacy',
      machine: transportProcedure,
      operation: 'handshake',
      breaches,
      sequence: [{ id: 's1', operation: 'handshake', kind: 'old versions', uses: {} }],
      // No request is sent, so that there is nothing to write as curl.
      transcript: [],
      steps: 0,
    }),
  });
}

async function shakeHands(
  { run: { access } }: Session,
  at: Endpoint,
  timeoutMs: number,
  certificateOf: typeof peerCertificate,
): Promise<Attempt> {
  // The handshake that is in order comes first: without it a refusal says nothing.
  const shown = await access.gate(() => certificateOf(at, timeoutMs));
  const ssl2 = await offered(() => access.gate(() => offerSsl('SSL 2', at, timeoutMs)), shown);
  const ssl3 = await offered(() => access.gate(() => offerSsl('SSL 3', at, timeoutMs)), shown);
  const signature = 'certificate' in shown ? signatureAlgorithmOf(shown.certificate) : undefined;
  const verdict = judgeTransport({
    signature,
    ...(typeof ssl2 === 'string' && { ssl2 }),
    ...(typeof ssl3 === 'string' && { ssl3 }),
  });
  const unknown = [shown, ssl2, ssl3].flatMap((one) =>
    typeof one === 'object' && 'unknown' in one ? [one.unknown] : [],
  );
  const why = unknown.length === 0 ? undefined : `a handshake could not be judged: ${unknown.join('; ')}`;
  return { verdict: shownBy(verdict), why, requests: 0, steps: 0 };
}

/** An old version is offered only to a server that has just made a handshake. */
function offered(
  offer: () => Promise<Offered>,
  shown: Awaited<ReturnType<typeof peerCertificate>>,
): Promise<Offered> {
  return 'certificate' in shown ? offer() : Promise.resolve({ unknown: 'it was not offered' });
}

/** Where a base URL leads. */
function endpointOf(baseUrl: string): Endpoint {
  const { hostname, port } = new URL(baseUrl);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 443 : Number(port) };
}
