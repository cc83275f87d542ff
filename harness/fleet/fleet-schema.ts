import { z } from 'zod';
import { scopes } from '../means/scope.ts';
import { strict, text, whole, yesOrNo } from '../settings/settings-forms.ts';

const mostEntries = 1000;
const seeds = { least: '0', most: '2147483647', since: 'a seed is a whole number of 31 bits' };
const runs = { least: '1', most: '100000', since: 'a sequence takes some ten requests' };

/** What may be said of all targets, and of one. */
const asked = {
  seed: whole(seeds).optional(),
  runs: whole(runs).optional(),
  only: z.array(z.enum(scopes, { error: `must be of ${scopes.join(', ')}` })).optional(),
};

/** One target of a targets file, or all that a targets file has. */
const entry = strict({
  target: text.optional(),
  include: text.optional(),
  /** The targets file of `target`. */
  file: text.optional(),
  /** How the site calls it. */
  name: text.max(100, 'must have at most 100 characters').optional(),
  live: yesOrNo,
  ...asked,
})
  .refine(
    ({ target, include }) => (target === undefined) !== (include === undefined),
    'must have either target, the name of one in a targets file, or include, a targets file with all its targets',
  )
  .refine(
    ({ include, file, name }) => include === undefined || (file === undefined && name === undefined),
    'includes a whole file: file and name are of a single target',
  );

/** Shape of a fleet file. */
export const fleetFileSchema = strict({
  /** The title of the site. */
  name: text.max(100, 'must have at most 100 characters').default('Implementations'),
  ...asked,
  targets: z
    .array(entry, { error: 'must be a list of targets' })
    .min(1, 'must name at least one target')
    .max(mostEntries, `must be ${mostEntries} entries at most`),
});

/** The JSON Schema (draft 7) of a fleet file, for editors. */
export function fleetFileJsonSchema(): z.core.JSONSchema.BaseSchema {
  const schema = z.toJSONSchema(fleetFileSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return { title: 'payproof: fleet.yaml', ...schema };
}
