import { legacyOperations } from '../../spec/operations.ts';
import { webhookSettings, type WebhookSettings } from '../given/webhook-settings.ts';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { GivenData, GivenLegacyPayment, GivenPayment, Persona } from '../../models/setup.ts';
import type { Chaos } from '../../reference/webhooks/chaos.ts';
import { readBounded } from '../files/bounded-file.ts';
import { type CheckoutSettings, checkoutOf, consumerNames } from '../checkout/checkout-settings.ts';
import {
  givenData,
  givenLegacyPayments,
  givenPayments,
  givenTokens,
  otherPaths,
  type LegacyPaths,
} from '../given/given-data.ts';
import { checked, described } from './settings-forms.ts';
import { SettingsError, suggestion } from './settings-error.ts';
import { grantedIn } from './granted.ts';
import {
  fileSchema,
  targetSchema,
  type TargetSettings,
  askedPin,
  cautiousLimits,
  usualLimits,
} from './settings-schema.ts';
import {
  fillVariables,
  mostSettingsBytes,
  readEnvironment,
  type Environment,
  parseYaml,
  checkNames,
  listed,
} from './settings-text.ts';
import { type WaySettings, wayOf, isLoopback } from '../way/way-settings.ts';
import type { Latitude } from '../../spec/latitude.ts';
import type { Requirement } from '../../spec/requirement.ts';

interface LegacySettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly authorizePath: string;
  /** Where the other operations are, as far as not where the document has them. */
  readonly paths?: LegacyPaths;
  /** Payments that were made elsewhere, each for one sequence. Absent: none. */
  readonly payments?: readonly GivenLegacyPayment[];
  readonly apiKey: string;
  readonly secret: string;
  /** Of an authorization, ms. */
  readonly validityMs: number;
  readonly personas: Readonly<Partial<Record<'approve' | 'pin' | 'reject', Persona>>>;
  /** A person reads the PIN of the persona `pin` from a phone: it is asked for. */
  readonly asksPin?: true;
}

export interface ResourceSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly publicKey?: string;
  readonly version: string;
  /** The name of the header that selects the version. Default: the document's. */
  readonly versionHeader?: string;
  /** ACTIVE tokens that the suite may create payments from. */
  readonly tokens: readonly string[];
  /** ACTIVE tokens that it may suspend, resume and, last, delete too. Absent: none. */
  readonly spendable?: readonly string[];
  /** Payments that were made elsewhere, each for one sequence. Absent: none. */
  readonly payments?: readonly GivenPayment[];
}

export interface ControlSettings {
  readonly url: string;
  readonly key?: string;
}

export interface LimitSettings {
  readonly concurrency: number;
  readonly requestsPerSecond?: number;
  /** Requests to the interfaces in a run at most. */
  readonly maxRequests?: number;
  /** Requests with a wrong key in a run at most. */
  readonly wrongKeys?: number;
  readonly timeoutMs: number;
  /** How long a target that is away, or turns every request away, is waited for, ms. */
  readonly awayMs: number;
  /** What the journal of a run may hold, MB before it is compressed; a little more comes while the run ends. Absent: `usualJournalMb`. */
  readonly journalMb?: number;
  readonly amount: { readonly min: number; readonly max: number };
}

export interface KnownDeviation {
  readonly requirement: string;
  readonly because: string;
  readonly since: string;
}

/**
 * One deployment under test, as plain JSON data. It holds secrets. An absent block is an interface that the target does not claim. An
 * embedded target has addresses and keys only after its start.
 */
export interface Target {
  readonly name: string;
  readonly kind: 'embedded' | 'remote';
  readonly legacy?: LegacySettings;
  readonly resource?: ResourceSettings;
  readonly webhooks?: WebhookSettings;
  /** How long an expected notification may take before it counts as missing, ms; 0 without webhooks. */
  readonly notificationDeadlineMs: number;
  readonly control?: ControlSettings;
  /** Its checkout app. Absent: it is not claimed. */
  readonly checkout?: CheckoutSettings;
  /** How late, doubled and out of order the notifications of an embedded target are. */
  readonly chaos?: Chaos;
  /** Real money: the operator says so (`true`), or also that it may be spent. A key may say the same: see `liveSigns`. */
  readonly live?: true | 'accepted';
  /** It is not ours: little is sent to it, slowly, unless its limits say otherwise. */
  readonly cautious?: true;
  readonly limits: LimitSettings;
  /** How requests get there. Absent: as the environment says. */
  readonly way?: WaySettings;
  /** What every request carries that is meant to be accepted. Absent: fake data. */
  readonly data?: GivenData;
  /** What a run has left is refunded and closed at its end. */
  readonly cleanup?: true;
  /** Whether a run that leaves anything out, for whatever reason, is inconclusive. */
  readonly requireComplete?: true;
  /** `strict`: e-mail addresses, phone numbers and PINs of consumers, and the names, dates and addresses of `data`, are kept out of everything that is written. */
  readonly privacy?: 'strict';
  /** Known answers to the points that the documents leave open: latitude id to choice. */
  readonly profile: Readonly<Record<string, string>>;
  readonly knownDeviations: readonly KnownDeviation[];
}

export interface LoadOptions {
  /** Default `targets.yaml`; without that file the only target is `embedded`. */
  readonly file?: string | undefined;
  /** Default: the file's `default`, or its only target. */
  readonly name?: string | undefined;
  readonly env?: Environment;
  /** Absent: ids are not checked. */
  readonly known?: KnownRows;
}

/** The header that selects the version (resource, Versioning). */
const documentedHeader = 'Service-Version';

/** The targets file where none is named. */
export const defaultTargetsFile = 'targets.yaml';

/** The chosen target of a targets file. Throws SettingsError with one message for people. */
export function loadTarget({
  file = defaultTargetsFile,
  name,
  env = process.env,
  known,
}: LoadOptions): Target {
  const short = basename(file);
  const content = readTargets(file);
  if (content === null) throw new SettingsError(`${short} is empty. It must have targets.`);
  const { targets, default: preset } = checked(short, fileSchema, content, []);
  const names = Object.keys(targets);
  checkNames(short, names);
  const chosen = name ?? preset ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined) {
    throw new SettingsError(`${short} names no default target. Choose one with --target: ${listed(names)}.`);
  }
  if (!Object.hasOwn(targets, chosen)) {
    throw new SettingsError(`${short} has no target "${chosen}". Known: ${listed(names)}.`);
  }
  for (const other of names) if (other !== chosen) checkKeys(short, targets[other], ['targets', other]);
  const path = ['targets', chosen];
  const at = path.join('.');
  const { filled, empty } = fillVariables(targets[chosen], readEnvironment(file, env), at, {
    later: isOfConsumer,
    granted: grantedIn(env),
  });
  const settings = checked(short, targetSchema, filled, path, empty);
  const way = settings.kind === 'remote' ? wayOf(settings, file, at) : {};
  const target: Target = { ...toTarget(chosen, settings), ...way };
  if (known !== undefined) checkRows(target, known);
  return target;
}

/** Whether a variable stands for who goes through the checkout, and is filled in by the run. */
function isOfConsumer(name: string, path: string): boolean {
  return consumerNames.has(name) && /^targets\..+\.checkout\.(consumer|pin)\.\d+\.with$/.test(path);
}

/** The names of the targets in a targets file, whose entries are not looked at. Throws SettingsError. */
export function targetNamesIn(file: string): readonly string[] {
  const short = basename(file);
  const names = Object.keys(checked(short, fileSchema, readTargets(file) ?? {}, []).targets);
  checkNames(short, names);
  return names;
}

function readTargets(file: string): unknown {
  if (file === defaultTargetsFile && !existsSync(file))
    return { default: 'embedded', targets: { embedded: { kind: 'embedded' } } };
  return parseYaml(basename(file), readBounded(file, mostSettingsBytes));
}

/** Targets that were not chosen are checked for misspelt keys only, since their variables may be unset here. */
function checkKeys(file: string, value: unknown, path: readonly string[]): void {
  const unknown = targetSchema
    .safeParse(value)
    .error?.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) throw new SettingsError(`${file}: ${described(unknown, path)}`);
}

function toTarget(name: string, settings: TargetSettings): Target {
  const { kind, webhooks, profile, known_deviations: knownDeviations } = settings;
  const cautious = isCautious(settings);
  return {
    name,
    kind,
    ...(kind === 'embedded' ? settings.chaos && { chaos: settings.chaos } : remoteParts(settings)),
    ...(webhooks && { webhooks: webhookSettings(webhooks) }),
    notificationDeadlineMs: webhooks === undefined ? 0 : (webhooks.deadline ?? defaultDeadlineMs(settings)),
    ...(kind === 'remote' && settings.live !== undefined && { live: settings.live }),
    ...(cautious && { cautious }),
    limits: limitsOf(settings.limits, cautious),
    ...givenData(settings.data),
    ...((settings.cleanup ?? cautious) && { cleanup: true }),
    ...(settings.require_complete === true && { requireComplete: true }),
    ...(settings.privacy !== undefined && { privacy: settings.privacy }),
    profile,
    knownDeviations,
  };
}

/** The embedded target is on loopback and sends at once, or after its configured delay. */
function defaultDeadlineMs(settings: TargetSettings): number {
  return settings.kind === 'embedded' ? 2000 + (settings.chaos?.delayMs ?? 0) : 30_000;
}

function remoteParts({ legacy, resource, control, checkout }: Extract<TargetSettings, { kind: 'remote' }>) {
  return {
    ...(legacy && {
      legacy: {
        baseUrl: legacy.base_url,
        authorizePath: legacy.authorize_path ?? legacy.paths.authorize ?? legacyOperations.authorize.path,
        ...otherPaths(legacy.paths),
        ...(legacy.payments.length > 0 && { payments: givenLegacyPayments(legacy.payments) }),
        apiKey: legacy.api_key,
        secret: legacy.secret,
        validityMs: legacy.validity,
        ...personasOf(legacy.personas),
      },
    }),
    ...(resource && {
      resource: {
        baseUrl: resource.base_url,
        secretKey: resource.secret_key,
        ...(resource.public_key !== undefined && { publicKey: resource.public_key }),
        version: resource.version,
        ...(resource.version_header !== documentedHeader && { versionHeader: resource.version_header }),
        ...givenTokens(resource.tokens),
        ...(resource.payments.length > 0 && { payments: givenPayments(resource.payments) }),
      },
    }),
    ...(control && { control: { url: control.url, ...(control.key !== undefined && { key: control.key }) } }),
    ...(checkout && {
      checkout: checkoutOf(
        checkout,
        [legacy, resource].flatMap((one) => one?.base_url ?? []),
      ),
    }),
  };
}

/** The personas without keys that are undefined, so that a target survives JSON unchanged; a PIN that is asked for is not known. */
function personasOf(
  personas: NonNullable<Extract<TargetSettings, { kind: 'remote' }>['legacy']>['personas'],
): Pick<LegacySettings, 'personas' | 'asksPin'> {
  const all = JSON.parse(JSON.stringify(personas)) as LegacySettings['personas'];
  if (all.pin?.pin !== askedPin) return { personas: all };
  const { pin: _, ...persona } = all.pin;
  return { personas: { ...all, pin: persona }, asksPin: true };
}

/** Attempts with a wrong key on a target that is not ours: enough for each row about keys, and few enough to lock no account. */
const cautiousWrongKeys = 10;

/** Whether a target is treated as one that is not ours: as its entry says, or else where an address of it is not loopback. */
function isCautious(settings: TargetSettings): boolean {
  if (settings.kind === 'embedded') return false;
  const { legacy, resource, control, cautious } = settings;
  const addresses = [legacy?.base_url, resource?.base_url, control?.url].filter((url) => url !== undefined);
  return cautious ?? !addresses.every(isLoopback);
}

/** The limits of a target: what its entry leaves out is as usual, and with caution where it sets none at all. Wrong keys are few wherever caution is due. */
export function limitsOf(set: TargetSettings['limits'], cautious: boolean): LimitSettings {
  const {
    concurrency,
    requests_per_second: requestsPerSecond,
    max_requests: maxRequests,
    wrong_keys: wrongKeys = cautious ? cautiousWrongKeys : undefined,
    timeout: timeoutMs,
    away: awayMs,
    journal_mb: journalMb,
    amount,
  } = set ?? (cautious ? cautiousLimits : usualLimits);
  return {
    concurrency,
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(wrongKeys !== undefined && { wrongKeys }),
    timeoutMs,
    awayMs,
    ...(journalMb !== undefined && { journalMb }),
    amount,
  };
}

/** The rows that `profile` and `known_deviations` may name. */
interface KnownRows {
  readonly requirements: readonly Pick<Requirement, 'id'>[];
  readonly latitudes: readonly Pick<Latitude, 'id' | 'choices'>[];
}

/** Throws SettingsError when the profile or the known deviations of a target name what does not exist. */
function checkRows(target: Target, known: KnownRows): void {
  const at = `targets.${target.name}`;
  const requirements = known.requirements.map((row) => row.id);
  const latitudes = known.latitudes.map((row) => row.id);
  for (const { requirement } of target.knownDeviations) {
    if (requirements.includes(requirement)) continue;
    throw new SettingsError(
      `${at}.known_deviations: there is no requirement "${requirement}". ${suggestion(requirement, requirements)}`.trim(),
    );
  }
  for (const [id, choice] of Object.entries(target.profile)) {
    const row = known.latitudes.find((latitude) => latitude.id === id);
    if (row === undefined) {
      throw new SettingsError(
        `${at}.profile: there is no open point "${id}". ${suggestion(id, latitudes)}`.trim(),
      );
    }
    if (!row.choices.includes(choice)) {
      throw new SettingsError(
        `${at}.profile.${id} has no choice "${choice}". Known: ${row.choices.join(', ')}.`,
      );
    }
  }
}
