import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

/** With what our proxy answers a browser in the place of any host. The browser trusts this key alone beside the authorities, and only while it runs. */
export interface BrowserCertificate {
  readonly context: SecureContext;
  /** What `--ignore-certificate-errors-spki-list` takes. */
  readonly spki: string;
}

const dayMs = 86_400_000;

/** A certificate of our own with a new key, which never leaves the process. */
export function browserCertificate(): BrowserCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = der(sequence, der(objectId, Buffer.from(ecdsaWithSha256, 'hex')));
  const name = der(
    sequence,
    der(
      set,
      der(sequence, der(objectId, Buffer.from(commonName, 'hex')), der(utf8, Buffer.from('payproof'))),
    ),
  );
  const validity = der(sequence, timeOf(Date.now() - dayMs), timeOf(Date.now() + 30 * dayMs));
  // A serial number is positive: its first bit is none.
  const serial = der(integer, Buffer.concat([Buffer.of(0x40), randomBytes(8)]));
  const body = der(sequence, serial, algorithm, name, validity, name, spki);
  const signature = der(bits, Buffer.of(0), sign('sha256', body, privateKey));
  const certificate = der(sequence, body, algorithm, signature);
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    context: createSecureContext({
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    }),
    spki: createHash('sha256').update(spki).digest('base64'),
  };
}

/** Tags of ASN.1, and the two object ids (RFC 5758, 3.2; RFC 4519, 2.3). */
const [integer, bits, objectId, utf8, utcTime, sequence, set] = [0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31];
const ecdsaWithSha256 = '2a8648ce3d040302';
const commonName = '550403';

/** One value in DER. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  // As short as may be, which DER demands.
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 0x80 ? [length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function timeOf(ms: number): Buffer {
  return der(utcTime, Buffer.from(`${new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));
}
