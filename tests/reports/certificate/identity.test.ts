import { describe, expect, it } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { digestOf, withDigest } from '../../../reports/files/digest.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { documents } from '../../../spec/requirement.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';
import { identityOf } from '../../../suites/run/prepare.ts';
import { register, runRecord } from './synthetic.ts';

const run = runRecord({
  tool: { name: 'payproof', version: '0.1.0', node: '20.19.0', commit: 'abc' },
  settings: { 'limits.concurrency': 2 },
  profile: { 'legacy.refund.payment-state': 'unchanged' },
  pace: { requestsPerSecond: 5, timeoutMs: 10_000 },
  documents: [{ name: 'legacy', sha256: 'f1' }],
  endpoints: [
    { interface: 'legacy', url: 'https://pay.test/api', server: 'nginx' },
    { interface: 'resource', url: 'https://pay.test', version: '2018-04-10', server: null },
    { interface: 'control', url: 'https://pay.test/control', version: '1', build: 'shop 2.1' },
  ],
});
const end = { k: 'end', at: 1, interrupted: false } as const;
const journal = { sha256: 'ab', bytes: 12 };

describe('a certificate', () => {
  it('names the target, the documents, the suite, the settings, the journal and itself', () => {
    const certified = certificate({ ...fold([run, end]), journal }, register);
    expect(certified).toMatchObject({
      target: { endpoints: run.endpoints },
      tool: { version: '0.1.0', commit: 'abc' },
      documents: run.documents,
      settings: {
        'limits.concurrency': 2,
        'limits.requests_per_second': 5,
        'limits.timeout': '10000 ms',
      },
      profile: run.profile,
      journal: { file: 'journal.ndjson', ...journal },
      digest: digestOf(certified),
    });
    expect(certificateSchema.parse(certified)).toEqual(certified);
  });

  it('of a journal of an earlier version says nothing that this does not hold', () => {
    const certified = certificate(fold([runRecord(), end]), register);
    for (const name of ['documents', 'settings', 'profile', 'journal'])
      expect(certified).not.toHaveProperty(name);
    expect(certified.target).not.toHaveProperty('endpoints');
    expect(certified.tool).not.toHaveProperty('commit');
    const { digest: _none, ...earlier } = certified;
    expect(certificateSchema.parse(earlier)).toEqual(earlier);
  });

  it('has one digest however its text is laid out, and another once a value has changed', () => {
    const value = withDigest({ b: [1, { y: 'é\ud800', x: null }], a: 0.1 });
    const reordered = { digest: 'other', a: 0.1, b: [1, { x: null, y: 'é\ud800' }] };
    expect(digestOf(JSON.parse(JSON.stringify(reordered, null, 3)) as object)).toBe(value.digest);
    for (const other of [
      { ...value, a: 0.2 },
      { ...value, b: [1] },
      { ...value, c: null },
    ])
      expect(digestOf(other)).not.toBe(value.digest);
  });
});

describe('what a run notes of its target', () => {
  it('holds no user info, no query and no key, and names both documents', () => {
    const target = sampleTarget('https://user:pass@pay.test/api/?token=1#x');
    const noted = identityOf({ target, said: { servers: { legacy: 'nginx' } } });
    expect(noted.endpoints).toEqual([
      { interface: 'legacy', url: 'https://pay.test/api', server: 'nginx' },
      { interface: 'resource', url: 'https://pay.test/api', version: '2018-04-10', server: null },
    ]);
    expect(noted.documents?.map(({ name }) => name)).toEqual(['legacy', 'resource']);
    expect(Object.values(documents).filter(({ sha256 }) => !/^[0-9a-f]{64}$/.test(sha256))).toEqual([]);
  });
});
