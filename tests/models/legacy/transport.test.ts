import { expect, it } from 'vitest';
import { judgeTransport, type Transport } from '../../../models/legacy/transport.ts';
import { transportRules as rules } from '../../../spec/legacy/transport.ts';

const pss = '1.2.840.113549.1.1.10';

it.each<[string, Transport, string[], string[]]>([
  ['both refused', { ssl2: 'refused', ssl3: 'refused' }, [rules.noSsl.id], []],
  ['SSL 3 accepted', { ssl2: 'refused', ssl3: 'accepted' }, [], [rules.noSsl.id]],
  ['SSL 2 accepted, SSL 3 not known', { ssl2: 'accepted' }, [], [rules.noSsl.id]],
  ['one refused, the other not known', { ssl3: 'refused' }, [], []],
  ['RSA with SHA-256', { signature: { algorithm: '1.2.840.113549.1.1.11' } }, [rules.sha2.id], []],
  ['ECDSA with SHA-384', { signature: { algorithm: '1.2.840.10045.4.3.3' } }, [rules.sha2.id], []],
  ['Ed25519', { signature: { algorithm: '1.3.101.112' } }, [rules.sha2.id], []],
  [
    'PSS with SHA-256',
    { signature: { algorithm: pss, hash: '2.16.840.1.101.3.4.2.1' } },
    [rules.sha2.id],
    [],
  ],
  ['PSS that names no hash', { signature: { algorithm: pss } }, [], [rules.sha2.id]],
  ['RSA with SHA-1', { signature: { algorithm: '1.2.840.113549.1.1.5' } }, [], [rules.sha2.id]],
  ['RSA with MD5', { signature: { algorithm: '1.2.840.113549.1.1.4' } }, [], [rules.sha2.id]],
  ['an algorithm in no table', { signature: { algorithm: '1.3.101.113' } }, [], []],
  ['nothing', {}, [], []],
])('of a server with %s only what is known is judged', (_, shown, evidence, broken) => {
  const verdict = judgeTransport(shown);
  expect(verdict.evidence).toEqual(evidence);
  expect(verdict.breaches.map(({ rule }) => rule)).toEqual(broken);
});
