import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { certificate } from '../../../reports/certificate/certificate.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { junit } from '../../../reports/ci/junit.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { conformantRun, faultyRun } from '../page/whole-runs.ts';

const schema = readFileSync(join(import.meta.dirname, 'junit.xsd'), 'utf8');

/** What xmllint, the program of libxml2, finds wrong. */
async function faultsOf(xml: string): Promise<readonly string[]> {
  const { valid, errors } = await validateXML({
    xml: { fileName: 'junit.xml', contents: xml },
    schema: { fileName: 'junit.xsd', contents: schema },
  });
  return valid ? [] : errors.map(({ message }) => message);
}

const summary = fold(faultyRun());
const faulty = certificate(summary, register);
const conformant = fold(conformantRun);

/** The same run with several rows that one cause kept from being tested. */
const refused: Certificate = {
  ...faulty,
  requirements: faulty.requirements.map((row, index) =>
    index % 3 === 0 ? { ...row, verdict: 'untested' as const, reason: 'the persona was refused' } : row,
  ),
};

const hostile = fold(
  faultyRun().map((one) =>
    one.k === 'failure' ? { ...one, summary: ']]> <x a="&b;"> \u0000 \u001b & " \ud800 \uffff' } : one,
  ),
);

describe('junit.xml', () => {
  test.each([
    ['a conformant run', junit(certificate(conformant, register), conformant, register, 'runs/x')],
    ['a run with violations', junit(faulty, summary, register, 'runs/x')],
    ['a run with a cause that hides rows', junit(refused, summary, register, 'runs/x')],
    ['a hostile target', junit(certificate(hostile, register), hostile, register, 'runs/x')],
  ])('of %s is what the schema permits, by xmllint', async (_what, xml) => {
    expect(await faultsOf(xml)).toEqual([]);
  });

  test('is not what it permits once an attribute is missing, a number is none, or a case stands twice', async () => {
    const xml = junit(faulty, summary, register, 'runs/x');
    const [one = ''] = /<testcase [^>]*\/>/.exec(xml) ?? [];
    const changes = [
      xml.replace(/ classname="[^"]*"/, ''),
      xml.replace(/ time="[^"]*"/, ' time="soon"'),
      xml.replace(one, `${one}${one}`),
      xml.replace('<failure ', '<fault ').replace('</failure>', '</fault>'),
    ];
    for (const changed of changes) {
      expect(changed).not.toBe(xml);
      expect(await faultsOf(changed)).not.toEqual([]);
    }
  });
});
