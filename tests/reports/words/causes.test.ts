import { describe, expect, test } from 'vitest';
import { fold } from '../../../reports/journal/fold.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { junit } from '../../../reports/ci/junit.ts';
import { causesOf } from '../../../reports/words/causes.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { endRecord, failureRecord, register, runRecord } from '../certificate/synthetic.ts';

const closes = 'legacy.capture.full-closes';
const issues = 'legacy.capture.issues-id';

function told(...failures: readonly Parameters<typeof failureRecord>[0][]) {
  const records = failures.map((more, index) => failureRecord({ reproduction: `r${index}`, ...more }));
  const summary = fold([runRecord(), ...records, endRecord]);
  const certified = certificate(summary, register);
  return {
    causes: causesOf(summary.failures, register),
    lines: runText(certified, summary, register, 'runs/x').split('\n'),
    xml: junit(certified, summary, register, 'runs/x'),
  };
}

describe('one block for each cause on the terminal', () => {
  test('fifty sequences that break one requirement are one block, which counts the others', () => {
    const { lines } = told(...Array.from({ length: 50 }, () => ({})));
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([`✗ ${closes}   States and transitions`]);
    expect(lines).toContain('  more     shown by 49 more sequences: runs/x/report.html');
  });

  test('the rows that one cause breaks stand in one line below it', () => {
    const { lines } = told({ requirement: [issues, closes] }, { requirement: [closes] });
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([`✗ ${closes}   States and transitions`]);
    expect(lines).toContain(`  and      ${issues}`);
  });

  test('a cause is told by the shortest of the sequences that fail each time', () => {
    const replayed = ({ lines }: ReturnType<typeof told>) =>
      lines.find((line) => line.startsWith('  replay'));
    expect(
      replayed(
        told(
          { steps: 4, reproduction: 'long' },
          { steps: 1, flaky: true, reproduction: 'flaky' },
          { steps: 2, reproduction: 'short' },
        ),
      ),
    ).toBe('  replay   npx payproof replay runs/x/reproductions/short.json');
  });

  test('two requirements that are named as often belong to one cause, whichever a violation names first', () => {
    const { causes } = told({ requirement: [issues, closes] }, { requirement: [closes, issues] });
    expect(causes.map(({ row, failures }) => [row?.id, failures.length])).toEqual([[issues, 2]]);
  });

  test('a case of JUnit has one block for each cause too', () => {
    const { xml } = told({}, {}, {});
    expect(xml.match(/✗/g)).toHaveLength(1);
    expect(xml).toContain('shown by 2 more sequences');
  });
});

test('the other permitted answers stand in one line', () => {
  const refusal = (http: number) => [
    { rule: closes, expected: `HTTP status ${http}`, received: '200', expect: [] },
  ];
  const { lines } = told({ alsoPermitted: [refusal(403), refusal(404), refusal(409)] });
  expect(lines.filter((line) => line.includes('permitted too'))).toEqual([
    '     permitted too: HTTP status 403, or HTTP status 404, or HTTP status 409',
  ]);
});
