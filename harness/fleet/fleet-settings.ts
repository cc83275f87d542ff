import { basename, dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { readBounded } from '../files/bounded-file.ts';
import { suggestion, SettingsError } from '../settings/settings-error.ts';
import { checkSelection } from '../means/selection.ts';
import { existsSync } from 'node:fs';
import {
  type Environment,
  mostSettingsBytes,
  parseYaml,
  listed,
  readEnvironment,
} from '../settings/settings-text.ts';
import { type Granted, variablesIn } from '../settings/granted.ts';
import { checked, secret, strict, text, whole, yesOrNo } from '../settings/settings-forms.ts';
import { defaultTargetsFile, targetNamesIn } from '../settings/settings.ts';

/** One target of a fleet. */
export interface FleetTarget {
  /** Names its folder and its badge: lower case letters, digits and hyphens. Unique in the fleet. */
  readonly id: string;
  /** How the site calls it. */
  readonly name: string;
  /** The targets file, as a path from the working folder, and the target in it. */
  readonly file: string;
  readonly target: string;
  readonly live: boolean;
  /** What its file may read of the environment. Absent: everything, since it is the fleet's own. */
  readonly granted?: Granted;
  readonly seed?: number | undefined;
  readonly runs?: number | undefined;
  readonly only: readonly string[];
  /** What is left out, for whatever reason, makes its verdict inconclusive. */
  readonly requireComplete: boolean;
}

export interface Fleet {
  readonly name: string;
  readonly targets: readonly FleetTarget[];
}

/** The fleet that a file lists. Throws SettingsError with one message for people; the settings of a target are read when its turn comes. */
export function loadFleet(file: string): Fleet {
  const short = basename(file);
  const content = parseYaml(short, readBounded(file, mostSettingsBytes)) ?? {};
  const { name, targets, ...all } = checked(short, fleetFileSchema, content, []);
  for (const { only = [] } of [all, ...targets]) checkSelection(only, `${short}: only`);
  const found = targets.flatMap((entry) => targetsOf(entry, all, file));
  const double = found.find(({ id }, index) => found.findIndex((other) => other.id === id) !== index);
  if (double !== undefined)
    throw new SettingsError(
      `${short}: two targets would have the folder "${double.id}". Give one of them another name.`,
    );
  return { name, targets: found };
}

type FleetFile = z.output<typeof fleetFileSchema>;
type Asked = Pick<FleetFile, 'seed' | 'runs' | 'only' | 'require_complete'>;

function targetsOf(
  entry: FleetFile['targets'][number],
  all: Asked,
  fleetFile: string,
): readonly FleetTarget[] {
  const named = entry.include ?? entry.file ?? defaultTargetsFile;
  const file = isAbsolute(named) ? named : join(dirname(fleetFile), named);
  const names = targetNamesIn(file);
  const isOwn = entry.include === undefined && entry.file === undefined;
  const granted = isOwn ? undefined : { variables: entry.variables, inUrl: entry.allow_in_url };
  if (entry.target !== undefined && !names.includes(entry.target)) {
    const known = suggestion(entry.target, names) || `Known: ${listed(names)}.`;
    throw new SettingsError(`${basename(fleetFile)}: ${named} has no target "${entry.target}". ${known}`);
  }
  return (entry.target === undefined ? names : [entry.target]).map((target) => {
    const name = entry.name ?? target;
    return {
      id: idOf(name),
      name,
      file,
      target,
      live: entry.live ?? false,
      ...(granted !== undefined && { granted }),
      seed: entry.seed ?? all.seed,
      runs: entry.runs ?? all.runs,
      only: entry.only ?? all.only ?? [],
      requireComplete: entry.require_complete ?? all.require_complete ?? false,
    };
  });
}

/** What the variables hold that the targets files of a fleet ask for, as far as it may be secret: no address and no plain word. */
export function valuesOfVariables({ targets }: Fleet, env: Environment): readonly string[] {
  const files = [...new Set(targets.map(({ file }) => file))].filter((file) => existsSync(file));
  const values = files.flatMap((file) => {
    const own = readEnvironment(file, env);
    return variablesIn(readBounded(file, mostSettingsBytes)).flatMap((name) => own[name] ?? []);
  });
  return [...new Set(values)].filter(
    (value) => secret.safeParse(value).success && !/^https?:\/\//.test(value),
  );
}

/** A name as a folder and an address have it. */
function idOf(name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (id === '')
    throw new SettingsError(
      `The name ${JSON.stringify(name)} has no letter from a to z and no digit, so that no folder can be called after it. Give the target another name.`,
    );
  return id;
}

const mostEntries = 1000;
const seeds = { least: '0', most: '2147483647', since: 'a seed is a whole number of 31 bits' };
const runs = { least: '1', most: '100000', since: 'a sequence takes some ten requests' };

/** What may be said of all targets, and of one. */
const asked = {
  seed: whole(seeds).optional(),
  runs: whole(runs).optional(),
  only: z.array(z.string()).optional(),
  require_complete: yesOrNo,
};

const variableNames = z
  .array(text.regex(/^[A-Za-z_]\w*$/, 'must be the name of a variable, as in VENDOR_KEY'), {
    error: 'must be a list of names of variables',
  })
  .default([]);

/** One target of a targets file, or all that a targets file has. */
const entry = strict({
  target: text.optional(),
  include: text.optional(),
  /** The targets file of `target`. */
  file: text.optional(),
  /** How the site calls it. */
  name: text.max(100, 'must have at most 100 characters').optional(),
  /** Variables of the environment that the file may read. */
  variables: variableNames,
  /** Those of them that may stand in its addresses. */
  allow_in_url: variableNames,
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
  )
  .refine(
    ({ include, file, variables, allow_in_url: inUrl }) =>
      include !== undefined || file !== undefined || (variables.length === 0 && inUrl.length === 0),
    'is of targets.yaml beside this file, which reads all variables: variables and allow_in_url are of other files',
  )
  .refine(
    ({ variables, allow_in_url: inUrl }) => inUrl.every((name) => variables.includes(name)),
    'allows a variable in addresses that it does not name under variables',
  );

/** Shape of a fleet file. */
const fleetFileSchema = strict({
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
