import { expect, test } from 'vitest';
import { mayNameBoth } from '../../generators/legacy/subjects.ts';

test.each([
  ['counted apart', '7', '12', true],
  ['counted apart under one prefix', 'id-7', 'id-12', true],
  ['distinguished by a prefix', 'cap_7', 'pay_7', false],
  ['drawn at random', '5f0a9c', '77bd01', false],
])('ids that are %s: %s may name what %s names: %s', (_how, id, other, both) => {
  expect(mayNameBoth(id, [{ id: other }, { id: undefined }])).toBe(both);
});
