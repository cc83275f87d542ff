import { named } from '../../../reports/page/html.ts';
import { describe, expect, test } from 'vitest';
import { fold } from '../../../reports/journal/fold.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { causesOf } from '../../../reports/words/causes.ts';
import { cardsOf, violationsSection } from '../../../reports/page/violations/violations.ts';
import { endRecord, failureRecord, register, runRecord } from '../certificate/synthetic.ts';
import { checkoutRecord, pixel } from '../certificate/synthetic-checkout.ts';

const closes = 'legacy.capture.full-closes';
const issues = 'legacy.capture.issues-id';
const authorized = 'resource.create.authorized';

function shown(...failures: readonly Parameters<typeof failureRecord>[0][]) {
  const records = failures.map((more, index) => failureRecord({ reproduction: `r${index}`, ...more }));
  const summary = fold([runRecord(), ...records, endRecord]);
  const causes = causesOf(summary.failures, register);
  const { text } = violationsSection(causes, certificate(summary, register), { dir: 'runs/x' });
  return { causes, text: text.replaceAll(/\s+/g, ' ') };
}

describe('violations by cause', () => {
  test('one requirement that eleven sequences break has one card with eleven sequences', () => {
    const eleven = Array.from({ length: 11 }, () => ({}));
    const { causes, text } = shown(...eleven, { requirement: [issues] });
    expect(causes.map(({ row, failures }) => [row?.id, failures.length])).toEqual([
      [closes, 11],
      [issues, 1],
    ]);
    expect(text.match(/<article/g)).toHaveLength(2);
    expect(text).toContain('Sequence 11 of 11: ');
    expect(text).toContain('2 causes, shown by 12 sequences');
  });

  test('a sequence that breaks two requirements is in the card of the one that others break too', () => {
    const { causes, text } = shown({ requirement: [issues, closes] }, { requirement: [closes] });
    expect(causes.map(({ row, also }) => [row?.id, also])).toEqual([[closes, [issues]]]);
    expect(text).toContain(`Its sequences also break ${named(issues).text}`);
    const card = `violation-${closes}`;
    expect([...cardsOf(causes)]).toEqual([
      [issues, card],
      [closes, card],
    ]);
  });

  test('what leads to no accusation comes last, and last in its card', () => {
    const { causes } = shown(
      { requirement: [authorized], flaky: true },
      { flaky: true, reproduction: 'flaky' },
      { reproduction: 'steady' },
    );
    expect(causes.map(({ row, steady }) => [row?.id, steady])).toEqual([
      [closes, true],
      [authorized, false],
    ]);
    expect(causes[0]?.failures.map(({ record }) => record.reproduction)).toEqual(['steady', 'flaky']);
  });

  test('an index links to each card, whose anchor is of the requirement alone', () => {
    const { text } = shown({}, { requirement: [], summary: 'of no requirement "><' });
    for (const anchor of [`violation-${closes}`, 'violation-2']) {
      expect(text).toContain(`<a href="#${anchor}">`);
      expect(text).toContain(`id="${anchor}"`);
    }
  });

  test('of many sequences of one requirement twelve are drawn, and the others listed', () => {
    const { text } = shown(...Array.from({ length: 15 }, () => ({})));
    expect(text.match(/<details class="sequence"/g)).toHaveLength(12);
    expect(text).toContain('3 sequences more');
    expect(text).toContain('<code>r14</code>');
  });

  test('what a browser has shown has its steps, its pictures and the console, and no picture that is none', () => {
    const { text } = shown({ checkout: checkoutRecord, transcript: [] });
    expect(text).toContain('<li>fill, with ${email}, <code>#email</code></li>');
    expect(text).toContain(`src="data:image/jpeg;base64,${pixel}" alt="Screenshot: before the click"`);
    expect(text).toContain('src="" alt="Screenshot: at the end"');
    expect(text).toContain('<samp>error: &lt;b&gt;not found&lt;/b&gt;</samp>');
    expect(text).toContain('r0.spec.ts');
    expect(text).not.toContain('mia@example.com');
  });
});
