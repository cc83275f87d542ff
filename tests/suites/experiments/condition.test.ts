import { describe, expect, test } from 'vitest';
import { SeenFacts, separating } from '../../../suites/experiments/condition.ts';
import type { Facts, FactValue } from '../../../suites/experiments/facts.ts';

type Row = Readonly<Record<string, FactValue>>;

const factsOf = (row: Row, ranks: Readonly<Record<string, number>> = {}): Facts =>
  new Map(Object.entries(row).map(([name, value]) => [name, { value, rank: ranks[name] ?? 0 }]));

function seen(rows: readonly Row[], ranks?: Readonly<Record<string, number>>): SeenFacts {
  const all = new SeenFacts();
  for (const row of rows) all.add(factsOf(row, ranks));
  return all;
}

const wordsOf = (other: readonly Row[], usual: readonly Row[]) =>
  separating(seen(other), seen(usual)).map(({ words }) => words);

describe('a condition', () => {
  test.each<[claim: string, other: readonly Row[], usual: readonly Row[], words: readonly string[]]>([
    [
      'is a class that all have and no other has',
      [{ tax: 'fraction' }],
      [{ tax: 'whole' }],
      ['tax is fraction'],
    ],
    ['is none where both have it', [{ tax: 'whole' }], [{ tax: 'whole' }], []],
    ['is none where one of each has it', [{ a: 'x' }, { a: 'y' }], [{ a: 'x' }, { a: 'z' }], []],
    [
      'is a bound between numbers',
      [{ amount: 12_000 }, { amount: 30_000 }],
      [{ amount: 100 }, { amount: 9000 }],
      ['amount is 12000 or more (nothing was seen between 9000 and 12000)'],
    ],
    ['is exact between neighbours', [{ lines: 3 }], [{ lines: 2 }], ['lines is 3 or more']],
    ['is none where numbers mix', [{ amount: 5 }], [{ amount: 1 }, { amount: 9 }], []],
    ['is that a value is there', [{ amount: 5 }], [{}], ['amount is a number']],
    ['is that a value is left out', [{}], [{ tax: 'whole' }], ['tax is left out']],
    ['is said by the fewer values', [{ a: 'v' }, { a: 'w' }, { a: 'x' }], [{ a: 'y' }], ['a is not y']],
    [
      'is none where it is a list',
      'abcde'.split('').map((a) => ({ a })),
      'fghij'.split('').map((a) => ({ a })),
      [],
    ],
  ])('%s', (_claim, other, usual, words) => {
    expect(wordsOf(other, usual)).toEqual(words);
  });

  test('with fewer values comes first, then the one of the likelier reason', () => {
    const ranks = { kind: 2, tax: 0, list: 0 };
    const other = seen(
      [
        { kind: 'k', tax: 't', list: 'a' },
        { kind: 'k', tax: 't', list: 'b' },
      ],
      ranks,
    );
    const usual = seen(
      [
        { kind: 'm', tax: 'u', list: 'c' },
        { kind: 'n', tax: 'v', list: 'd' },
      ],
      ranks,
    );
    expect(separating(other, usual).map(({ fact }) => fact)).toEqual(['tax', 'kind', 'list']);
  });

  test('tells which answer it foretells, also where it is said by the usual answer', () => {
    const [by] = separating(seen([{ a: 'v' }, { a: 'w' }]), seen([{ a: 'y' }]));
    expect([by?.holds(factsOf({ a: 'y' })), by?.holds(factsOf({ a: 'w' }))]).toEqual([false, true]);
    const [above] = separating(seen([{ n: 10 }]), seen([{ n: 1 }, { n: 2 }]));
    expect([above?.holds(factsOf({ n: 11 })), above?.holds(factsOf({ n: 0 }))]).toEqual([true, false]);
  });

  test('is none where one of the answers was not seen', () => {
    expect(separating(seen([{ a: 'v' }]), seen([]))).toEqual([]);
  });
});
