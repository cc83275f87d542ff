import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { redactorOf } from '../../../harness/secrets/redact.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { toHttp } from '../../../harness/wire/request.ts';
import { certificateFile } from '../../support/targets/tls-server.ts';

/** The target of an entry with more keys; certificates lie in a folder beside its file. */
function load(more: string) {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-way-'));
  const file = join(folder, 'targets.yaml');
  cpSync(dirname(certificateFile('ca.pem')), join(folder, 'pem'), { recursive: true });
  const resource = 'resource: { base_url: http://pay.test, secret_key: sk_test_4711aa }';
  writeFileSync(file, `targets: { own: { kind: remote, ${resource}, ${more} } }`);
  return loadTarget({ file, env: {} });
}

it('an entry without any of it has no way of its own', () => {
  expect(load('cleanup: true').way).toBeUndefined();
});

it('certificates are read from files beside the targets file', () => {
  const { way } = load(
    'tls: { ca: pem/ca.pem, cert: pem/valid.pem, key: pem/server.key, servername: a.test }',
  );
  expect(way?.tls?.ca).toContain('BEGIN CERTIFICATE');
  expect(way?.tls?.key).toContain('PRIVATE KEY');
  expect(way?.tls?.servername).toBe('a.test');
});

it.each<[string, string]>([
  ['proxy: proxy.test:3128', 'targets.own.proxy must be the http:// or https:// address of a proxy, or none'],
  [
    'proxy: "http://a:%zz@proxy.test"',
    'targets.own.proxy must be the http:// or https:// address of a proxy',
  ],
  ['proxy: "http://proxy.test/path"', 'targets.own.proxy must be the http:// or https:// address of a proxy'],
  ['tls: { cert: pem/valid.pem }', 'targets.own.tls needs both cert and key, or neither'],
  ['tls: { ca: pem/none.pem }', 'none.pem'],
  ['tls: { ca: pem/server.key }', 'targets.own.tls.ca does not hold a certificate in PEM form'],
  ['tls: { cert: pem/valid.pem, key: pem/ca.pem }', 'targets.own.tls.key does not hold a private key'],
  [
    'tls: { cert: pem/ca.pem, key: pem/server.key }',
    'targets.own.tls.key is not the key of the certificate in targets.own.tls.cert',
  ],
  ['tls: { insecure: true }', 'targets.own.tls.insecure is not a known key'],
  ['headers: { Authorization: x }', 'must be the name of a header of its own'],
  ['headers: { "X Y": x }', 'must be the name of an HTTP header'],
  ['headers: { X-A: "a\\nb" }', 'must be ASCII text without line breaks'],
  ['user_agent: ""', 'targets.own.user_agent must not be empty'],
])('%s is refused', (more, message) => {
  expect(() => load(more)).toThrow(message);
});

it('the password for a proxy and what a gateway wants are kept out of everything that is written', () => {
  const target = load(
    'proxy: "http://me:pass%20word%21@proxy.test", headers: { X-Key: k-1188-zz-0, X-Env: blue }',
  );
  const redact = redactorOf(target);
  expect(redact('pass word! and k-1188-zz-0 in blue')).toBe('<redacted> and <redacted> in blue');
  const call = {
    to: 'resource',
    operation: 'payments.get',
    method: 'GET',
    path: '/payments/pay_1',
    credential: 'valid',
  };
  const { headers, journal } = toHttp(call as never, target);
  expect(headers).toMatchObject({ 'X-Key': 'k-1188-zz-0', 'X-Env': 'blue' });
  expect(journal.headers).toMatchObject({ 'X-Key': '<redacted>', 'X-Env': '<redacted>' });
});
