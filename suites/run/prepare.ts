import { rmdirSync } from 'node:fs';
import type { RunOptions } from './run-config.ts';
import type { ReachedTarget } from '../../harness/embedded.ts';
import { browserTroubles } from '../../harness/checkout/chromium.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { NightEnd } from '../../harness/records/night-records.ts';
import { givenIn, meansOf } from '../../harness/means/means.ts';
import { redactedError, redactorOf } from '../../harness/secrets/redact.ts';
import { runSettings, addressOf } from '../../harness/records/run-settings.ts';
import { startReceiver } from '../../harness/receiver/receiver.ts';
import { commit, version } from '../../harness/files/version.ts';
import { leadsElsewhere } from '../../harness/means/webhook-path.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { defaultRuns, scopes } from '../../harness/means/scope.ts';
import { checkSelection } from '../../harness/means/selection.ts';
import { requireOpenFiles } from '../../harness/preflight/open-files.ts';
import { troublesOf } from '../../harness/preflight/trouble.ts';
import { withoutWrongClock } from '../availability/control-clock.ts';
import { type FirstLook, firstLook } from '../availability/first-look.ts';
import { cacheFolder } from '../plans/plan-cache.ts';
import { receives } from '../shards/part-of.ts';
import { makeByCheckout, withMade } from '../supplies/by-checkout.ts';
import { withShare } from '../shards/share.ts';
import { configOf, type RunConfig } from './run-config.ts';
import { reachTarget } from '../availability/reach-target.ts';
import { askedFolder, freshFolder, makeRunFolder, openRunJournal, reservedFolder } from './run-folder.ts';
import type { EndpointRecord, RunIdentity } from '../../harness/records/run-identity.ts';
import { documents } from '../../spec/requirement.ts';
import { steadyNow } from '../../harness/time.ts';

export interface PreparedRun {
  readonly config: RunConfig;
  /** Starts another server like the target, which ends with it. Absent: the target is not ours to start. */
  readonly startAnother?: () => Promise<Target>;
  /** Writes the journal's last line and stops what `prepareRun` started. Throws Unwritable when it can't be written. */
  finish(interrupted: boolean, night?: NightEnd): Promise<void>;
  /** Stops what `prepareRun` started, and leaves the journal as one that broke off. */
  breakOff(): Promise<void>;
  /** Gives the folder free for others. */
  release(): void;
}

/**
 * Prepares a run: reads the settings, starts the embedded server, tries the target, and only then makes the folder and the journal.
 * Throws SettingsError on wrong settings and Unreachable when the target can't be reached; nothing is written by then.
 */
export async function prepareRun(options: RunOptions): Promise<PreparedRun> {
  const { config: planned, startAnother, close } = await planRun(options);
  const { startedAt, target } = planned;
  let reserved: string | undefined;
  try {
    if (options.out === undefined && options.resume === undefined)
      reserved = reservedFolder(startedAt, target.name);
    const looked: RunConfig = { ...planned, out: reserved ?? planned.out };
    const receiverTrouble = await receiverTroubleOf(looked);
    const config = await withoutWrongClock({
      ...looked,
      ...(receiverTrouble !== undefined && { receiverTrouble }),
    });
    const { trouble: checkoutTrouble, ...made } = await makeByCheckout(config);
    // Each shard has what it has made itself.
    const having = (one: RunConfig): RunConfig => ({
      ...one,
      target: withMade(one.target, made),
      ...(checkoutTrouble !== undefined && { checkoutTrouble }),
    });
    const shared = having(withShare(config));
    const record = runRecord({ ...having(config), ...(shared.division && { division: shared.division }) });
    const { release } =
      options.resume === undefined
        ? makeRunFolder(config, record, redactorOf(config.target))
        : await options.resume.begin(config, record);
    return {
      // Its first record describes the whole run, so that it is the same in all shards.
      config: shared,
      ...(startAnother && { startAnother }),
      breakOff: close,
      release,
      finish: async (interrupted, night) => {
        const journal = openRunJournal(config);
        journal.write({
          k: 'end',
          at: steadyNow() - startedAt,
          interrupted,
          ...(night !== undefined && { night }),
        });
        journal.close();
        await close();
        journal.failed.throwIfAborted();
      },
    };
  } catch (error) {
    // Nothing is in it.
    if (reserved !== undefined) rmdirSync(reserved);
    await close();
    throw error;
  }
}

/** The plan of a run, after the settings are read and the target is tried: nothing is written. Throws as `prepareRun` does. */
export async function planRun(
  options: RunOptions,
): Promise<Omit<ReachedTarget, 'target'> & { readonly config: RunConfig }> {
  const { resume } = options;
  checkSelection(options.only ?? []);
  const asked = resume?.out ?? (options.out === undefined ? undefined : askedFolder(options.out));
  const { target, startAnother, close } = await reachTarget(options);
  try {
    requireOpenFiles(target);
    const seed = options.seed ?? Math.trunc(Math.random() * 0x7fff_ffff);
    // The time in which nothing ran does not count.
    const startedAt = () => steadyNow() - (resume?.lastAt ?? 0);
    const planCache = cacheFolder();
    const troubles = target.checkout === undefined ? {} : await browserTroubles();
    const planOf = (found: FirstLook, started = startedAt()): RunConfig =>
      configOf({
        ...found,
        target,
        seed,
        ...(planCache !== undefined && { planCache }),
        runs: options.runs ?? defaultRuns,
        maxRequests: options.maxRequests,
        realTime: options.realTime,
        bail: options.bail,
        requireComplete: options.requireComplete,
        isInteractive: options.isInteractive,
        only: options.only,
        kept: options.kept,
        unrunnable: options.unrunnable,
        resumed: resume?.times,
        ...(options.shard && {
          shard: { ...options.shard, shared: target.kind === 'remote' && options.ownServer !== true },
        }),
        out: asked ?? freshFolder(started, target.name),
        startedAt: started,
        ...troubles,
        ...chosenBy(options),
      });
    const config = planOf(await firstLook(target, options, planOf));
    return { config: options.complete?.(config) ?? config, ...(startAnother && { startAnother }), close };
  } catch (error) {
    await close();
    throw redactedError(error, redactorOf(target));
  }
}

/**
 * Binds the receiver once, so that an address in use is reported before the run and not by each of its suites, and sends a test request to its
 * public address: where that leads elsewhere, no notification that is missing accuses the target.
 */
async function receiverTroubleOf({
  target,
  capabilities,
  unreachable,
  shard,
}: RunConfig): Promise<string | undefined> {
  // Another shard hears of it.
  if (unreachable !== undefined || !receives(shard)) return undefined;
  if (target.webhooks === undefined || !meansOf(target, capabilities).has('webhooks')) return undefined;
  const receiver = await startReceiver(target.webhooks);
  try {
    return await leadsElsewhere(receiver, target.webhooks, target.way);
  } finally {
    await receiver.close();
  }
}

/** How the command chose the target, where not by default. */
function chosenBy({ targets, target }: Pick<RunOptions, 'targets' | 'target'>): Pick<RunConfig, 'chosen'> {
  if (targets === undefined && target === undefined) return {};
  return {
    chosen: { ...(targets !== undefined && { targets }), ...(target !== undefined && { target }) },
  };
}

/** The first line of a run's journal. */
export function runRecord(config: RunConfig): RunRecord {
  const { target, capabilities } = config;
  const given = givenIn(target);
  return {
    k: 'run',
    schema: 1,
    tool: { name: 'payproof', version, node: process.versions.node, commit },
    target: {
      name: target.name,
      interfaces: scopes.filter((name) => target[name] !== undefined),
      capabilities,
      means: [...meansOf(target, capabilities, config)],
      ...troublesOf(config),
      ...(given !== undefined && { given }),
    },
    ...(config.chosen !== undefined && { chosen: config.chosen }),
    seed: config.seed,
    startedAt: new Date(config.startedAt).toISOString(),
    runs: config.runs,
    only: config.only,
    profile: target.profile,
    knownDeviations: target.knownDeviations,
    ...(target.webhooks !== undefined && { deadlineMs: target.notificationDeadlineMs }),
    settings: runSettings(target, config),
    ...identityOf(config),
    ...(config.nightly !== undefined && { nightly: config.nightly }),
    ...(config.shard && {
      shard: {
        ...config.shard,
        ...(config.division?.exclusiveRunsAlone === true && { apart: true as const }),
      },
    }),
  };
}

/** What a run is against, and by which documents it judges, for its journal. Nothing in it is secret. */
export function identityOf({ target, said }: Pick<RunConfig, 'target' | 'said'>): RunIdentity {
  const { legacy, resource, control, limits } = target;
  const { servers = {}, controlVersion, build = null } = said;
  const endpoints: EndpointRecord[] = [];
  if (legacy !== undefined)
    endpoints.push({
      interface: 'legacy',
      url: addressOf(legacy.baseUrl),
      server: servers.legacy ?? null,
    });
  if (resource !== undefined)
    endpoints.push({
      interface: 'resource',
      url: addressOf(resource.baseUrl),
      version: resource.version,
      server: servers.resource ?? null,
    });
  if (control !== undefined)
    endpoints.push({
      interface: 'control',
      url: addressOf(control.url),
      ...(controlVersion !== undefined && { version: controlVersion }),
      build,
    });
  const { requestsPerSecond, timeoutMs } = limits;
  return {
    endpoints,
    documents: Object.entries(documents).map(([name, { sha256 }]) => ({ name, sha256 })),
    pace: { ...(requestsPerSecond !== undefined && { requestsPerSecond }), timeoutMs },
  };
}
