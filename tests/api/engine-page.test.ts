import { describe, expect, test } from 'vitest';
import { coveragePage } from '../../api/engine-page.ts';
import type { CheckReport } from '../../engine/check/check.ts';

const nasty = `<script>alert('1')</script> & "x"`;
const found = {
  rules: [nasty],
  counterexample: `  1  pay(1)  → "${nasty}"\n     ✗ ${nasty}`,
  path: '[["pay","plain",{},{}]]',
  failed: 2,
  outOf: 3,
};
const report: CheckReport = {
  name: `shop ${nasty}`,
  seed: 7,
  calls: 40,
  lost: 1,
  sequences: 1,
  races: 3,
  proven: ['all is paid', nasty],
  unproven: ['nothing is free'],
  failures: [found],
  coverage: {
    transitions: [
      { state: '{"paid":0}', operation: 'pay', outcome: 'all is paid', times: 12 },
      { state: '{"paid":0}', operation: 'pay', outcome: nasty, times: 3 },
      { state: '{"paid":1}', operation: 'paid', outcome: 'paid: status 200', times: 4 },
    ],
    inputs: [
      {
        operation: 'pay',
        classes: [
          { input: 'amount', class: nasty, times: 5 },
          { input: 'amount', class: 'large', times: 0 },
        ],
        pairs: {
          tried: 3,
          untried: [{ amount: 'large', by: '"card"' }],
          impossible: [{ reason: nasty, pairs: [{ amount: 'large', by: '"cash"' }] }],
        },
      },
    ],
  },
};

/** The text of a page as a reader sees it, a line for each row and paragraph. */
const seen = (page: string) =>
  page
    .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/(?:tr|p|h\d|caption|pre)>/g, '\n')
    .replaceAll(/<\/t[dh]>/g, ' | ')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());

describe('the page of a report', () => {
  const page = coveragePage(report);
  const escaped = '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;';

  test('says what is wrong, what was proven and what was tried, with the figures of the report', () => {
    expect(seen(page)).toEqual(
      expect.arrayContaining([
        'is not as its model says: 1 failure',
        '40 calls in 1 sequence and 3 races, 1 without an answer; seed 7',
        'It failed 2 of 3 times. Run it again with the path',
        '1 broken, 1 proven, 1 never proven',
        `${escaped} | broken |`,
        'all is paid | proven |',
        'nothing is free | never proven |',
        '2 states, each for all that are alike',
        '{&quot;paid&quot;:0} | pay | all is paid | 12 |',
        '1 of 2 classes tried',
        'amount | large | 0 |',
        '3 of 4 pairs of classes tried',
        'amount large | by &quot;card&quot; |',
        `Not possible: ${escaped}`,
        'amount large | by &quot;cash&quot; |',
      ]),
    );
  });

  test('has the counterexample in its lines', () => {
    expect(page).toContain(`<pre>  1  pay(1)  → &quot;${escaped}&quot;\n     ✗ ${escaped}</pre>`);
  });

  test('runs no script and fetches nothing, whatever a system has sent', () => {
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/\b(?:src|href)=|url\(|@import/);
    expect(page).toContain(`content="default-src &#39;none&#39;`);
  });

  test('of a check that has found nothing says so', () => {
    const { failures: _none, ...rest } = report;
    const lines = seen(coveragePage({ ...rest, failures: [] }));
    expect(lines).toContain('nothing is found to be wrong');
    expect(lines.filter((line) => line.includes('Failures') || line.includes('broken'))).toEqual([
      '0 broken, 2 proven, 1 never proven',
    ]);
  });
});
