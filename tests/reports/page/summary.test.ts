import { describe, expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { facts, provenance, verdictHead, sectionCounts } from '../../../reports/page/summary/verdict.ts';
import { named } from '../../../reports/page/html.ts';
import { failingRun, register } from '../certificate/synthetic.ts';

const certified = certificate(fold(failingRun()), register);
const flat = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ').replaceAll(' >', '>');

describe('the first screen', () => {
  test('has the verdict, its reasons and scope, and how many requirements ended how', () => {
    const text = flat(verdictHead(certified, new Map()).text);
    expect(text).toContain('sandbox is <span class="nonconformant">not conformant</span>');
    expect(text).toContain('<p>1 requirement violated');
    expect(text).toContain(`<p>Scope: ${certified.scope?.summary}`);
    expect(text).toContain('<span class="fail"><b>1</b> fail</span>');
    expect(text).toContain('of 6 requirements');
  });

  test('names what is broken, the first five, each with a link to the card that shows it', () => {
    const broken = certified.requirements.find(({ verdict }) => verdict === 'fail');
    const row = { ...broken, verdict: 'fail' as const } as (typeof certified.requirements)[number];
    const seven = Array.from({ length: 7 }, (_, nth) => ({ ...row, id: `legacy.close.${nth}` }));
    const text = flat(
      verdictHead({ ...certified, requirements: seven }, new Map([['legacy.close.0', 'violation-x']])).text,
    );
    expect(text).toContain(`<a href="#violation-x">${named('legacy.close.0').text}</a> ${row.text}`);
    expect(text).toContain(`<a href="#row-legacy.close.4">`);
    expect(text).not.toContain('legacy.close.5');
    expect(text).toContain('<a href="#violations">and 2 more</a>');
  });

  test('counts by section of each document, with a link to the section', () => {
    const text = flat(sectionCounts(certified).text);
    expect(text?.match(/<table/g)).toHaveLength(2);
    expect(text).toContain(': 5 requirements: 1 fail, ');
    expect(text).toContain(
      '<a href="#section-legacy-states-and-transitions">States and transitions</a> </th> <td class="number pass">1</td> <td class="number fail">1</td>',
    );
    expect(text).toContain('<th scope="row">All</th>');
  });

  test('has date, duration and target, with its addresses where they are known', () => {
    const endpoints = [
      { interface: 'legacy' as const, url: 'https://pay.test/v1', server: 'nginx', build: null },
    ];
    const text = flat(facts({ ...certified, target: { ...certified.target, endpoints } }).text);
    expect(text).toContain('<dd>2026-01-31 09:00 UTC, 1.2 s</dd>');
    expect(text).toContain('<samp>https://pay.test/v1</samp> nginx</dd>');
    expect(flat(facts(certified).text)).not.toContain('<samp>');
  });

  test('names what the verdict rests on, where a certificate has it', () => {
    const { journal, digest, documents, ...earlier } = certified;
    expect(provenance({ ...earlier, warnings: [] })).toBeUndefined();
    const whole = { ...earlier, documents: [{ name: 'legacy', sha256: 'ab12' }], digest: 'cd34' };
    expect(flat(provenance(whole)?.text)).toMatch(
      /legacy<\/th> <td><code>ab12.*certificate<\/th> <td><code>cd34/,
    );
    expect([journal, digest, documents]).toHaveLength(3);
  });
});
