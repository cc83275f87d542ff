import { attemptRecord, shownBy } from '../explore/sequence-record.ts';
import { procedureFailure } from '../explore/failure-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { signatureAlgorithmOf, peerCertificate } from '../../harness/handshake/peer-certificate.ts';
import { offerSsl, type Endpoint, type Offered } from '../../harness/handshake/offer-ssl.ts';
import { judgeTransport } from '../../models/legacy/transport.ts';
import { isOver, type Session } from '../run/session.ts';

/** The name under which a reproduction stores it. */
export const transportProcedure = 'legacy-transport';

/**
 * Certifies the transport of the legacy interface (legacy, Authentication): three connections, of which none sends a request. What is
 * broken is tried a second time, and only what breaks twice is accused. Journals the verdict. `certificateOf`: how a certificate is read.
 */
export async function certifyTransport(
  session: Session,
  certificateOf = peerCertificate,
): Promise<readonly FailureRecord[]> {
  const first = await attempt(session, 'first', certificateOf);
  if (first === undefined || first.breaches.length === 0) return [];
  const second = await attempt(session, 'second', certificateOf);
  const again = new Set(second?.breaches.map(({ rule }) => rule));
  const breaches = first.breaches.filter(({ rule }) => again.has(rule));
  if (second === undefined || breaches.length === 0) return [];
  const record = procedureFailure(session, {
    interface: 'legacy',
    machine: transportProcedure,
    operation: 'handshake',
    breaches,
    sequence: [{ id: 's1', operation: 'handshake', kind: 'old versions', uses: {} }],
    // No request is sent, so that there is nothing to write as curl.
    transcript: [],
    steps: 0,
    requestsToFind: session.connection.requests,
  });
  session.journal.write(record);
  return [record];
}

async function attempt(session: Session, which: 'first' | 'second', certificateOf: typeof peerCertificate) {
  const { config, run, suite, journal } = session;
  const { legacy, limits } = config.target;
  if (legacy === undefined || isOver(session)) return undefined;
  const { timeoutMs } = limits;
  const at = endpointOf(legacy.baseUrl);
  // The handshake that is in order comes first: without it a refusal says nothing.
  const shown = await run.access.gate(() => certificateOf(at, timeoutMs));
  const ssl2 = await offered(() => run.access.gate(() => offerSsl('SSL 2', at, timeoutMs)), shown);
  const ssl3 = await offered(() => run.access.gate(() => offerSsl('SSL 3', at, timeoutMs)), shown);
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
  journal.write(
    attemptRecord(
      { suite, which, covers: 'legacy | handshake', requests: 0, steps: 0, why },
      shownBy(verdict),
    ),
  );
  return verdict;
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
