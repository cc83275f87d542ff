import type { Phase } from '../../../harness/records/exchange-records.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { checkedBy, type Claim } from '../../../suites/run/claim.ts';
import { startRestarting, type Fate } from '../../support/targets/restarting-target.ts';
import { startLossy, type Loss } from './lossy.ts';
import { startReference } from '../../../reference/server.ts';
import { startProxy } from '../support/proxy.ts';
import { through } from './through.ts';

/** Texts that came although no value can be read from them, or none that a double holds. */
const unreadable = {
  'a raw control character': (body: string) => body.replace(/"status": ?"/, '$&\u0001'),
  '1e400': (body: string) => body.replace(/("amount": ?)[\d.]+/, '$11e400'),
} as const satisfies Readonly<Record<string, (body: string) => string>>;

/** Starts the reference behind a proxy that writes such a text into every answer to Status. Control calls pass. */
async function startUnreadable(what: keyof typeof unreadable, seed: number) {
  const server = await startReference({ seed });
  const proxy = await startProxy(() => server.url, {
    after: (reply, { path }) =>
      path === '/pay/status' && reply.http === 200
        ? { ...reply, body: Buffer.from(unreadable[what](reply.body.toString())) }
        : reply,
  });
  return through(proxy, server);
}

/** What one run has found. */
export interface Found {
  /** Summaries of the failures that came each time, and of the others. */
  readonly sure: readonly string[];
  readonly flaky: readonly string[];
  /** The rules that the sure ones accuse. */
  readonly rules: readonly string[];
}

export interface Row {
  readonly name: string;
  readonly seeds: number;
  /** What comes now and then may be reported, as not happening each time. Default: not even that. */
  readonly mayBeFlaky?: boolean;
  /** What each sure accusation must show of what came. Default: nothing in particular. */
  readonly shows?: RegExp;
  /** The rule that must be accused. Absent: the server is sound, and nobody may be accused. */
  readonly finds?: string;
  run(seed: number): Promise<Found>;
}

interface Reached {
  settings(target: Target): Target;
  close(): Promise<void>;
}

const lifecycle = claims['legacy/lifecycle'];
const notified = claims['webhooks/notifications'];

/** Certifies the reference over what stands before it. */
async function certified(
  seed: number,
  reached: Reached,
  { of = [notified], runs = 16, timeoutMs = 3000 }: Partial<How> = {},
): Promise<Found> {
  const { failures } = await certifyEmbedded({
    seed,
    runs,
    randomOnly: true,
    claims: of,
    settings: (target) => ({
      ...reached.settings(target),
      notificationDeadlineMs: 1500,
      limits: { ...target.limits, timeoutMs, awayMs: 1000 },
    }),
  });
  await reached.close();
  const summaries = (isFlaky: boolean) =>
    failures.filter(({ flaky }) => flaky === isFlaky).map(({ summary }) => summary);
  return {
    sure: summaries(false),
    flaky: summaries(true),
    rules: failures.filter(({ flaky }) => !flaky).flatMap(({ requirement }) => requirement),
  };
}

interface How {
  readonly of: readonly Claim[];
  readonly runs: number;
  readonly timeoutMs: number;
}

interface Seeded {
  readonly fault: string;
  readonly finds: string;
}

/** A row for the sound server, and one for each fault behind the same trouble. */
function both(
  name: string,
  seeds: number,
  run: (seed: number, faults: readonly string[]) => Promise<Found>,
  faults: readonly Seeded[],
): readonly Row[] {
  return [
    { name, seeds, run: (seed) => run(seed, []) },
    ...faults.map(({ fault, finds }) => ({
      name: `${name}; ${fault}`,
      seeds,
      finds,
      run: (seed: number) => run(seed, [fault]),
    })),
  ];
}

const noCaptureId = { fault: 'webhook-no-capture-id', finds: 'legacy.events.capture-id' };
const noRefund = { fault: 'webhook-no-refund-success', finds: 'legacy.events.refund-success' };
const keepsOpen = { fault: 'legacy-close-keeps-open', finds: 'legacy.close.closes' };

const losing = (loss: Loss, percent: number, more: Partial<How> = {}) => {
  return async (seed: number, faults: readonly string[]) =>
    certified(seed, await startLossy(loss, percent, seed, faults), more);
};
const meeting = (fate: Fate, at: number, more: Partial<How> = {}) => {
  return async (seed: number, faults: readonly string[]) =>
    certified(seed, await startRestarting(fate, at + 7 * seed, { faults }), more);
};

/** The server meets its fate when the first failure begins to be confirmed. */
const whileConfirming = (fate: Fate) => async (seed: number, faults: readonly string[]) => {
  const reached = await startRestarting(fate, Infinity, { faults });
  const claim = checkedBy(lifecycle, (session) =>
    lifecycle.check({
      ...session,
      driver: (sequence: string, phase: Phase) => {
        if (phase === 'confirm') reached.meetNow();
        return session.driver(sequence, phase);
      },
    }),
  );
  const more = fate === 'hangs' ? { timeoutMs: 300 } : {};
  return certified(seed, reached, { of: [claim], ...more });
};

const restarts: readonly Fate[] = ['unnoticed', 'gateway', 'killed'];
const ends: readonly Fate[] = ['another', 'dead'];

/** The five cases that were accused, with five seeds, and what is lost at random, with twenty. */
export const rightServers: readonly Row[] = [
  ...both('each fifth answer to a capture is lost', 5, losing('capture', 20), [noCaptureId]),
  ...restarts.flatMap((fate) =>
    both(`started anew in the middle (${fate})`, 5, meeting(fate, 80), [noRefund]),
  ),
  ...ends.flatMap((fate) =>
    both(`replaced or ended in the middle (${fate})`, 5, meeting(fate, 400, { of: [lifecycle, notified] }), [
      keepsOpen,
    ]),
  ),
  ...(['killed', 'dead', 'hangs'] as const).map((fate) => ({
    name: `${fate} while a failure is confirmed; ${keepsOpen.fault}`,
    seeds: 5,
    finds: keepsOpen.finds,
    run: (seed: number) => whileConfirming(fate)(seed, [keepsOpen.fault]),
  })),
  ...(
    [
      ['a raw control character', 'legacy.common.json', /\\u0001open/],
      ['1e400', 'legacy.status.amount-number', /a number beyond/],
    ] as const
  ).map(([what, finds, shows]) => ({
    name: `each answer to Status holds ${what}`,
    seeds: 5,
    finds,
    shows,
    run: async (seed: number) => certified(seed, await startUnreadable(what, seed), { of: [lifecycle] }),
  })),
  ...(['lost', 'reset', 'slow', '502'] as const).flatMap((loss) =>
    [1, 10].flatMap((percent) =>
      both(
        `${percent} % of the answers: ${loss}`,
        20,
        losing(loss, percent, {
          runs: 12,
          of: [lifecycle, notified],
          ...(loss === 'slow' && { timeoutMs: 300 }),
        }),
        [],
      ),
    ),
  ),
  ...[3, 10].map((percent) => ({
    name: `${percent} % of the requests: sent twice`,
    seeds: 10,
    // It is what a proxy does on the way: what it loses comes again now and then.
    mayBeFlaky: true,
    run: (seed: number) =>
      losing('twice', percent, { runs: 128, of: [claims['legacy/races'], claims['resource/races']] })(
        seed,
        [],
      ),
  })),
  {
    name: '3 % of the answers: an error of 500',
    seeds: 5,
    // Nothing tells it from one of the server's own.
    mayBeFlaky: true,
    run: (seed) => losing('500', 3, { runs: 12, of: [lifecycle, notified] })(seed, []),
  },
  ...(['lost', 'reset', 'slow', '502'] as const).flatMap((loss) =>
    both(`1 % of the answers: ${loss}`, 5, losing(loss, 1, { ...(loss === 'slow' && { timeoutMs: 300 }) }), [
      noCaptureId,
      keepsOpen,
    ]).slice(1),
  ),
];
