import { expect, test } from 'vitest';
import { valuePredicate } from '../../../../spec/expect.ts';
import { allFields } from '../../../../spec/fields/all-fields.ts';
import { formOf } from '../../../../spec/fields/field.ts';

const cells = allFields.flatMap(({ record, fields }) =>
  fields.map((field) => ({ title: `${record} ${field.name}`, field, holds: valuePredicate(formOf(field)) })),
);

test.each(cells.filter(({ field }) => field.shown !== 'always'))(
  'the form of $title permits that it is left out, or null',
  ({ holds }) => {
    expect([undefined, null].every(holds)).toBe(true);
  },
);

test.each(cells)('the form of $title refuses a list', ({ holds }) => {
  expect(holds([])).toBe(false);
});
