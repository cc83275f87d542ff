import { referenceCheckout } from '../../../harness/checkout/checkout-settings.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { scriptPath } from '../../../reference/checkout/mount.ts';
import { faultsOf } from '../../../reference/faults.ts';
import { type ReferenceOptions, startReference } from '../../../reference/server.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { latitudeWarnings } from '../../../reports/certificate/latitude-verdict.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { reachedAt } from '../../support/targets/unsteady-proxy.ts';
import { startProxy, type Tampering } from '../support/proxy.ts';
import { startRelay } from '../support/relay.ts';
import { inTurn, mergedServers } from './merge-ways.ts';
import { needsBrowser, type PermittedRow, type Ways } from './row.ts';

/** What a run against a permitted behaviour has shown. */
export interface Seen {
  /** A line for each accusation, those included that did not come each time. */
  readonly accused: readonly string[];
  /** Requirements without evidence, and those with. */
  readonly untested: readonly string[];
  readonly passed: readonly string[];
  /** Why sequences came to no verdict. */
  readonly inconclusive: readonly string[];
  /** Warnings that an open point is answered inconsistently. */
  readonly wavering: readonly string[];
}

const usualRuns = 8;
/** The same for all: what a row shows must not depend on luck. */
const usualSeed = 1;

/** Certifies a reference that behaves in all these ways, by the claims of the first. `randomOnly`: nothing is planned for what has no evidence. */
export function certifyRows(rows: readonly PermittedRow[], randomOnly = false): Promise<Seen> {
  const [{ claims: names, runs = usualRuns } = { claims: [] }] = rows;
  return certifyWays(rows, { names, runs, randomOnly });
}

/** Certifies a reference that behaves in all these ways. */
export async function certifyWays(ways: readonly Ways[], how: How): Promise<Seen> {
  const { failures, records } = await certified(ways, how);
  const run = fold(records);
  const { requirements, latitudes } = certificate(run, register);
  return {
    accused: failures.map(
      ({ requirement, summary, flaky, transcript }) =>
        `${requirement.join(', ')}${flaky ? ' (not each time)' : ''}: ${summary}; ${transcript
          .map(({ operation, kind, received }) => `${operation} ${kind} → ${received}`)
          .join('; ')}`,
    ),
    untested: requirements.filter(({ verdict }) => verdict === 'untested').map(({ id }) => id),
    passed: requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
    inconclusive: [...run.inconclusive.keys()],
    wavering: latitudes.flatMap((one) => latitudeWarnings(one)),
  };
}

/** Whether the row's fault is found for sure behind its behaviour. */
export async function findsFault(row: PermittedRow, id: string): Promise<boolean> {
  const [fault] = faultsOf([id]);
  const isFound = (failure: { readonly flaky: boolean; readonly requirement: readonly string[] }) =>
    !failure.flaky && failure.requirement.includes(fault?.requirement ?? '');
  const { failures } = await certified([row], {
    names: row.claims,
    runs: row.runs ?? usualRuns,
    faults: [id],
    enough: (found) => found.some(isFound),
  });
  return failures.some(isFound);
}

/** By which claims, and with how many random sequences of each. */
export interface How {
  readonly names: PermittedRow['claims'];
  readonly runs: number;
  readonly randomOnly?: boolean;
  /** Of the draws of the run. Default: 1. */
  readonly seed?: number;
  readonly faults?: readonly string[];
  readonly enough?: Parameters<typeof certifyEmbedded>[0]['enough'];
}

async function certified(
  rows: readonly Ways[],
  { names, runs, randomOnly = false, seed = usualSeed, faults, enough }: How,
) {
  const reached = await start(rows, { seed: usualSeed, ...mergedServers(rows), faults: faults ?? [] });
  try {
    return await certifyEmbedded({
      seed,
      runs,
      randomOnly,
      claims: names.map((name) => claims[name]),
      inBrowser: needsBrowser({ claims: names }),
      settings: reached.settings,
      ...(enough && { enough }),
    });
  } finally {
    await reached.close();
  }
}

/** Starts the server with all that stands around it. */
async function start(rows: readonly Ways[], options: ReferenceOptions) {
  const server = await startReference(options);
  const relays = await Promise.all(
    rows.flatMap(({ notifications }) => (notifications ? [startRelay(notifications())] : [])),
  );
  const tampering: readonly Tampering[] = [
    ...rows.flatMap(({ proxy }) => proxy?.() ?? []),
    ...relays.map(({ control }) => ({ control })),
  ];
  // Not where nothing stands before the server: most rows need none.
  const proxy = tampering.length > 0 ? await startProxy(() => server.url, inTurn(tampering)) : undefined;
  const url = proxy?.url ?? server.url;
  return {
    settings: (target: Target): Target =>
      rows.reduce<Target>((changed, { settings }) => settings?.(changed) ?? changed, {
        ...reachedAt(target, url),
        control: { url: `${url}/control` },
        checkout: referenceCheckout(`${url}${scriptPath}`),
      }),
    async close(): Promise<void> {
      await proxy?.close();
      await server.close();
      for (const relay of relays) await relay.close();
    },
  };
}
