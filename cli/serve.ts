import { InvalidArgumentError, type Command } from 'commander';
import { suggestion, SettingsError } from '../harness/settings/settings-error.ts';
import { builtReference } from '../harness/files/version.ts';
import { choices } from '../reference/choices.ts';
import { answerOf } from '../reference/choices/choice.ts';
import { listFaults } from './faults/list-faults.ts';
import { faults, faultWithId } from '../reference/faults.ts';
import { atGuards, guardsNamed } from '../reference/faults/guarded.ts';
import { namedProfiles } from '../reference/profiles.ts';
import { type RunningReference, startReference } from '../reference/server.ts';
import { chaosOf, type Chaos } from '../reference/webhooks/chaos.ts';
import { exitCodes } from './command/exit-codes.ts';
import { collected, seedOption, wholeNumber } from './command/options.ts';
import { schemaLine } from './settings-schema.ts';
import { stringify } from 'yaml';
import type { Fault } from '../reference/faults/fault.ts';
import { stdout } from './command/terminal.ts';

/** As a profile: every open point that is not pinned is answered inconsistently, as drawn from the seed. */
const erratic = 'erratic';

const names = namedProfiles.map(({ name }) => name);

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly control?: boolean;
  readonly fault?: readonly string[];
  readonly faults?: boolean;
  readonly profile?: readonly string[];
  readonly chaos?: Chaos;
  readonly seed?: number;
  readonly json?: boolean;
}

/** `serve`: runs the reference implementation as a server. */
export function addServe(program: Command, exit: (code: number) => void): void {
  program
    .command('serve')
    .description('runs the reference implementation as a server and prints a ready targets entry')
    .option('--port <n>', 'port; 0 chooses a free one', wholeNumber(0, 65_535), 9900)
    .option('--host <address>', 'address to bind', '127.0.0.1')
    .option('--control', 'offer the control interface under /control')
    .option('--fault <id>', 'seed this fault; repeatable', collected)
    .option('--faults', 'list the faults that can be seeded, and end')
    .option(
      '--profile <id=choice>',
      `the answer to an open point; or "${erratic}": all others are answered inconsistently; or ${namedProfiles.map(({ name, summary }) => `"${name}": ${summary}`).join('; ')}; repeatable`,
      collected,
    )
    .option(
      '--chaos <kinds>',
      'send notifications late, twice and out of order, as the document allows, drawn from the seed: delay=3s,duplicate=0.5,reorder',
      chaosOption,
    )
    .addOption(seedOption())
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Examples:
  payproof serve --port 9900 --control
  payproof serve --control --fault legacy-full-capture-stays-open
  payproof serve --control --profile erratic --profile legacy.refund.payment-state=reopens --seed 7
  payproof serve --control --profile as-recorded --profile legacy.events.absent-fields=left-out
  payproof serve --control --chaos delay=3s,duplicate=0.5,reorder --seed 7
  payproof serve --faults

Exit status:
  0  ended by Ctrl-C or SIGTERM
  2  wrong usage: an unknown fault, a port in use`,
    )
    .action(async (options: ServeOptions) => {
      if (options.faults) listFaults(options.json);
      else await serve(options);
      exit(exitCodes.conformant);
    });
}

async function serve(options: ServeOptions): Promise<void> {
  const server = await start(options);
  const entry = targetEntry(server, options.chaos);
  const { url, controlUrl } = server;
  if (options.json)
    stdout.json({
      url,
      control_url: controlUrl ?? null,
      faults: options.fault ?? [],
      profile: options.profile ?? [],
    });
  else
    stdout.text(
      `${schemaLine()}\n${entry}\n${howText(options)}# Listening on ${url}. The entry above is for targets.yaml. Ctrl-C ends the server.`,
    );
  await new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });
  await server.close();
}

async function start({
  port,
  host,
  control = false,
  fault = [],
  profile = [],
  chaos,
  seed,
}: ServeOptions): Promise<RunningReference> {
  for (const id of fault) faultNamed(id);
  const named = profile.filter((one) => names.includes(one));
  const single = profile.filter((one) => one !== erratic && !names.includes(one));
  const chosen = Object.fromEntries(single.map(choiceOf));
  try {
    return await startReference({
      port,
      host,
      control,
      faults: fault,
      profile: chosen,
      named: named[0],
      erratic: profile.includes(erratic),
      chaos,
      settings: { build: builtReference },
      ...(seed === undefined ? {} : { seed }),
    });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, `${host}:${port}`);
  }
}

function chaosOption(text: string): Chaos {
  try {
    return chaosOf(text);
  } catch (error) {
    throw new InvalidArgumentError((error as RangeError).message);
  }
}

function choiceOf(text: string): readonly [string, string] {
  const [id = '', choice = ''] = text.split('=', 2);
  const known = choices.filter(({ latitude }) => latitude === id).map(answerOf);
  const [answer, where] = atGuards(choice);
  if (where !== undefined && guardsNamed(where) === undefined)
    throw new SettingsError(`There is no guard "${where}".`);
  if (known.includes(answer)) return [id, choice];
  if (known.length > 0)
    throw new SettingsError(`${id} has no choice "${choice}". Known: ${known.join(', ')}.`);
  const near = suggestion(id, [erratic, ...names, ...new Set(choices.map(({ latitude }) => latitude))]);
  throw new SettingsError(`There is no open point "${id}" that can be chosen. ${near}`.trim());
}

function listenError(error: NodeJS.ErrnoException, address: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new SettingsError(`${address} is in use. Choose another --port, or 0 for a free one.`);
  }
  if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) {
    return new SettingsError(`${address} can't be bound (${error.code}). Check --host and --port.`);
  }
  return error;
}

/** How a served reference is different from the usual one. */
interface HowServed {
  readonly fault?: readonly string[];
  readonly profile?: readonly string[];
  readonly chaos?: Chaos;
}

/** What a served reference does wrong, and which choices it makes, as comment lines; empty where it is the usual one. */
export function howText({ fault = [], profile = [], chaos }: HowServed): string {
  const lines = [
    ...fault.map((id) => {
      const broken = faults.find((one) => one.id === id);
      return `fault ${id}: breaks ${broken?.requirement ?? 'a requirement'}`;
    }),
    ...profile.map((choice) => `profile ${choice}`),
    ...(chaos === undefined
      ? []
      : [`chaos delay=${chaos.delayMs}ms,duplicate=${chaos.duplicate},reorder=${chaos.reorder}`]),
  ];
  return lines.map((line) => `# Runs with ${line}\n`).join('');
}

/** It sends at once: what has not come after so long is missing, ms. As for the embedded target. */
const promptMs = 2000;
/** A delay may be that much longer on a busy machine. */
const margin = 1.5;

/** The entry of `targets.yaml` with which a served reference can be certified. */
export function targetEntry(
  {
    url,
    controlUrl,
    checkoutUrl,
    keys,
    personas,
  }: Pick<RunningReference, 'url' | 'controlUrl' | 'checkoutUrl' | 'keys' | 'personas'>,
  chaos?: Pick<Chaos, 'delayMs'>,
): string {
  const deadlineMs = promptMs + margin * (chaos?.delayMs ?? 0);
  return stringify({
    targets: {
      local: {
        kind: 'remote',
        legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
        resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
        webhooks: { listen: '127.0.0.1:0', deadline: `${Math.ceil(deadlineMs / 1000)}s` },
        // Used where there is a browser.
        checkout: { script_url: checkoutUrl },
        ...(controlUrl === undefined ? {} : { control: { url: controlUrl } }),
      },
    },
  });
}

/** The seeded fault of an id. Throws a SettingsError that names the nearest one. */
export function faultNamed(id: string): Fault {
  const fault = faultWithId(id);
  if (fault !== undefined) return fault;
  const near = suggestion(
    id,
    faults.map((one) => one.id),
  );
  const hint = [near, 'payproof faults --list lists them all.'].filter((text) => text !== '');
  throw new SettingsError(`There is no fault "${id}". ${hint.join(' ')}`);
}
