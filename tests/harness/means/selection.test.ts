import { describe, expect, it } from 'vitest';
import { checkSelection, selectedRows } from '../../../harness/means/selection.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';
import { allRequirements } from '../../../spec/register.ts';

const idsOf = (...only: readonly string[]) => selectedRows(only).map(({ id }) => id);

describe('what --only selects', () => {
  it('is everything where it names nothing', () => {
    expect(idsOf()).toHaveLength(allRequirements.length);
  });

  it.each(['legacy.capture', 'resource.refund', 'legacy.deliveries', 'resource.error'])(
    'is every requirement whose id begins with %s, and no other',
    (beginning) => {
      const ids = allRequirements
        .map(({ id }) => id)
        .filter((id) => id.split('.').slice(0, 2).join('.') === beginning);
      expect(ids.length).toBeGreaterThan(1);
      expect(idsOf(beginning)).toEqual(ids);
    },
  );

  it('is one requirement alone by its id', () => {
    for (const { id } of allRequirements) expect(idsOf(id)).toEqual([id]);
  });

  it('is by interface what it always was: requirements about notifications belong to webhooks', () => {
    expect(idsOf('legacy').some((id) => id.startsWith('legacy.events.'))).toBe(false);
    expect(idsOf('webhooks').every((id) => id.startsWith('legacy.'))).toBe(true);
    expect(idsOf('legacy', 'webhooks', 'resource')).toHaveLength(allRequirements.length);
  });

  it('is the sum of what is named', () => {
    const both = new Set([...idsOf('resource.token-get'), ...idsOf('legacy.status')]);
    expect(new Set(idsOf('resource.token-get', 'legacy.status'))).toEqual(both);
  });

  it.each([
    ['legacy.captur', 'Did you mean legacy.capture?'],
    ['legacy.capture.', 'Did you mean legacy.capture?'],
    ['resource.refund.partia', 'Did you mean resource.refund.partial?'],
    ['capture', 'or the beginning of ids up to a dot'],
    ['', 'no requirement is named so'],
  ])('is nothing for %j, which is an error that helps', (selector, said) => {
    expect(() => checkSelection(['legacy', selector])).toThrow(SettingsError);
    expect(() => checkSelection(['legacy', selector])).toThrow(said);
  });
});
