import { z } from 'zod';
import { SettingsError } from './settings-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const grantedSchema = z.object({ variables: z.array(z.string()), inUrl: z.array(z.string()) });

/** The variables that a targets file may read, and which of them may stand in its addresses. */
export type Granted = Readonly<z.output<typeof grantedSchema>>;

/** By this a fleet tells the process of a target what its file may read. An `.env` file can't say it: only what the process was given counts. */
const variable = 'PAYPROOF_FLEET_VARIABLES';

/** The environment of the process that certifies a target of a fleet. Undefined: its file may read everything. */
export function grantingEnvironment<E extends Environment>(env: E, granted: Granted | undefined): E {
  const { [variable]: _before, ...rest } = env;
  return { ...rest, ...(granted !== undefined && { [variable]: JSON.stringify(granted) }) } as E;
}

/** What a targets file may read of the environment; undefined: everything. */
export function grantedIn(env: Environment): Granted | undefined {
  const text = env[variable];
  return text === undefined ? undefined : grantedSchema.parse(JSON.parse(text));
}

/** What is left of the environment for a file. */
export function withGranted(env: Environment, { variables }: Granted): Environment {
  return Object.fromEntries(
    variables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}

/** The names of the variables that a text asks for. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
}

/** Settings that are a part of an address, by their own name or that of the mapping or list they stand in; ids are parts of paths. */
const ofAddresses: ReadonlySet<string> = new Set([
  'base_url',
  'url',
  'script_url',
  'public_url',
  'proxy',
  'path',
  'authorize_path',
  'paths',
  'allow_hosts',
  'servername',
  'tokens',
  'payments',
]);

/** Throws a SettingsError where a variable would become a part of an address without leave: it would stand in each request, in logs and on the site. */
export function refuseInAddress(text: string, path: string, { inUrl }: Granted): void {
  const kept = variablesIn(text).find((name) => !inUrl.includes(name));
  const isAddress = text.includes('://') || path.split('.').some((key) => ofAddresses.has(key));
  if (kept === undefined || !isAddress) return;
  throw new SettingsError(
    `${path} puts the variable ${kept} into an address: name it under allow_in_url in the fleet file too, if it may stand there.`,
  );
}
