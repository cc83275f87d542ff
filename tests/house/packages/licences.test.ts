import { expect, it } from 'vitest';
import { productionDependencies, whyAllowed } from '../reading/licences.ts';

it('every production dependency has an allowed licence', () => {
  const refused = productionDependencies().filter((found) => whyAllowed(found) === undefined);
  expect(refused).toEqual([]);
});

it.each(['GPL-3.0-only', 'AGPL-3.0-only', 'none', 'MIT AND GPL-2.0-only'])(
  'the licence %s is not allowed',
  (license) => {
    expect(whyAllowed({ name: 'some-package', version: '1.0.0', license })).toBeUndefined();
  },
);
