import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { missingFor, missingTable } from '../../../cli/doctor/missing-table.ts';
import { whyUntestable } from '../../../reports/certificate/applicable.ts';
import { allRequirements } from '../../../spec/register.ts';
import { runRecord } from '../../reports/certificate/synthetic.ts';

const sandbox = runRecord({
  target: { name: 'sandbox', interfaces: ['legacy'], capabilities: [], means: ['legacy', 'legacy.payment'] },
});

describe('what is missing on a target', () => {
  const all = missingFor(sandbox);

  test('stands with each requirement that it unlocks once, the most first', () => {
    const untestable = allRequirements.filter(
      (row) => row.untestable === undefined && whyUntestable(row, sandbox) !== undefined,
    );
    const listed = all.flatMap(({ requirements }) => requirements);
    expect(listed.toSorted()).toEqual(untestable.map(({ id }) => id).toSorted());
    const counts = all.map(({ requirements }) => requirements.length);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });

  test('says what changes it, but for an interface that is not claimed', () => {
    for (const { lacks } of all)
      for (const { missing, give } of lacks)
        expect(give === undefined).toBe(missing === 'sandbox does not claim the resource interface');
  });

  test.each([60, 80, 132])('is a table of at most %i columns in which no word is cut', (columns) => {
    const lines = missingTable(all, columns).split('\n');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    expect(lines[0]).toMatch(/^requirements {2}what is missing +what changes that$/);
    const bare = (word: string) => word.replace(/;$/, '');
    const words = new Set(lines.flatMap((line) => line.split(/\s+/).map(bare)));
    const texts = all.flatMap(({ lacks }) => lacks.flatMap(({ missing, give = '' }) => [missing, give]));
    const said = texts.flatMap((text) => text.split(' ').map(bare));
    expect(said.filter((word) => word !== '' && !words.has(word))).toEqual([]);
  });

  test('that takes two things names both', () => {
    const two = [
      {
        reason: 'a: b; c: d',
        lacks: [
          { missing: 'a', give: 'b' },
          { missing: 'c', give: 'd' },
        ],
        requirements: ['r'],
      },
    ];
    expect(missingTable(two, 80).split('\n')[1]).toMatch(/^ {11}1 {2}a; and c +b; and d$/);
  });
});
