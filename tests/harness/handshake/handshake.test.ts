import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { signatureAlgorithmOf, peerCertificate } from '../../../harness/handshake/peer-certificate.ts';
import { offerSsl, type OldVersion } from '../../../harness/handshake/offer-ssl.ts';
import { certificateFile, startTlsServer, type TlsServer } from '../../support/targets/tls-server.ts';

const versions: readonly OldVersion[] = ['SSL 2', 'SSL 3'];
const patienceMs = 10_000;

let server: TlsServer | undefined;
afterEach(() => server?.close());

const at = (port: number) => ({ host: '127.0.0.1', port });

describe.each(versions)('an offer of %s', (version) => {
  it('is refused by a server of our time', async () => {
    server = await startTlsServer({ certificate: 'valid.pem' });
    expect(await offerSsl(version, at(server.port), patienceMs)).toBe('refused');
  });

  it('is accepted by a server that answers it with a ServerHello, and the other one is not', async () => {
    server = await startTlsServer({ certificate: 'valid.pem', accepts: version });
    const { port } = server;
    const answers = await Promise.all(versions.map((one) => offerSsl(one, at(port), patienceMs)));
    expect(answers).toEqual(versions.map((one) => (one === version ? 'accepted' : 'refused')));
  });

  it('shows nothing where no answer comes', async () => {
    server = await startTlsServer({ certificate: 'valid.pem', silent: true });
    expect(await offerSsl(version, at(server.port), 50)).toEqual({ unknown: 'no answer within 50 ms' });
  });

  it('shows nothing where nobody listens', async () => {
    const { port, close } = await startTlsServer({ certificate: 'valid.pem' });
    await close();
    expect(await offerSsl(version, at(port), patienceMs)).toEqual({ unknown: expect.any(String) as string });
  });
});

describe('the signature algorithm of a certificate', () => {
  it.each([
    ['valid.pem', '1.2.840.10045.4.3.2'],
    ['sha1.pem', '1.2.840.10045.4.1'],
  ])('of %s is read from its bytes', (file, algorithm) => {
    const { raw } = new X509Certificate(readFileSync(certificateFile(file)));
    expect(signatureAlgorithmOf(raw)).toEqual({ algorithm });
  });

  it('of RSASSA-PSS has the hash that its parameters name', () => {
    const pss = Buffer.from('06092a864886f70d01010a300fa00d300b0609608648016503040201', 'hex');
    const named = Buffer.concat([Buffer.from([0x30, pss.length]), pss]);
    const whole = Buffer.concat([Buffer.from([0x30, 2 + named.length, 0x30, 0]), named]);
    expect(signatureAlgorithmOf(whole)).toEqual({
      algorithm: '1.2.840.113549.1.1.10',
      hash: '2.16.840.1.101.3.4.2.1',
    });
  });

  it('is not known of bytes that are cut off', () => {
    const { raw } = new X509Certificate(readFileSync(certificateFile('valid.pem')));
    for (const length of [0, 1, 2, 5, 40, raw.length - 1])
      expect(signatureAlgorithmOf(raw.subarray(0, length))).toBeUndefined();
  });
});

it('a certificate that is not trusted is not read', async () => {
  server = await startTlsServer({ certificate: 'self-signed.pem' });
  const shown = await peerCertificate(at(server.port), patienceMs);
  expect(shown).toEqual({ unknown: expect.stringContaining('self-signed') as string });
});
