import type { FailureRecord } from '../../harness/journal-records.ts';
import type { Scope } from '../../harness/scope.ts';
import type { Means } from '../../spec/requirement.ts';
import { certifyMachine, type MachineRun } from '../explore/certify-machine.ts';
import { certifyRaces } from '../races/certify-races.ts';
import { legacyPatterns } from '../races/legacy.ts';
import type { Pattern } from '../races/pattern.ts';
import { resourcePatterns } from '../races/resource.ts';
import type { Session } from '../run/session.ts';
import { certifyRegistration } from '../webhooks/certify-registration.ts';
import { certifyRetries } from '../webhooks/certify-retries.ts';

/** How a claim explores a machine. */
export type WalkedMachine = Omit<MachineRun, 'runs'>;

/** One claim about a target, checked by one suite file. */
export interface Claim {
  /** The suite's name, and its file's: `legacy/lifecycle`. */
  readonly suite: string;
  /** The interface that it accuses. */
  readonly scope: Scope;
  /** Further interfaces whose rows need it: `--only` with one of those runs it too. */
  readonly serves?: readonly Scope[];
  /** What the target must offer; the claim is skipped, and says so, where one is missing. */
  readonly needs: readonly Means[];
  readonly title: string;
  /** True: it explores, and so takes as many requests as it is given. */
  readonly explores?: true;
  /** The machine that it explores by walks and plans. */
  readonly walks?: WalkedMachine;
  /** Where the target lacks this, it waits in real time, and so runs beside the other suites. */
  readonly besideWithout?: Means;
  /** True: it changes where all notifications go, and so waits for what runs beside it. */
  readonly movesUrl?: true;
  check(session: Session): Promise<readonly FailureRecord[]>;
}

/** Of the runs, where a suite holds the target alone: its sequences go one after another. */
const aloneShare = 0.5;

/** Every sequence of a machine judged, beside others or alone with the target's clock. */
function machine(
  about: Omit<Claim, 'check' | 'explores' | 'walks'>,
  run: Pick<MachineRun, 'machine'> & Partial<Pick<MachineRun, 'notifications' | 'exclusive' | 'inTurn'>>,
): Claim {
  const walks = { notifications: false, exclusive: false, ...run, interface: about.scope };
  return {
    ...about,
    explores: true,
    walks,
    check: (session) =>
      certifyMachine(session, {
        ...walks,
        runs: Math.ceil(session.plan.runs * (run.exclusive ? aloneShare : 1)),
      }),
  };
}

/** Requests released together on one entity. */
function races(about: Omit<Claim, 'check' | 'explores' | 'walks'>, patterns: readonly Pattern[]): Claim {
  return { ...about, explores: true, check: (session) => certifyRaces(session, patterns, about.scope) };
}

/** Everything that is claimed of a target, by suite. */
export const claims = {
  'legacy/lifecycle': machine(
    {
      suite: 'legacy/lifecycle',
      scope: 'legacy',
      needs: ['legacy'],
      title: 'every reply to a sequence of /pay/ operations is one that the document permits',
    },
    { machine: 'legacy' },
  ),
  'legacy/races': races(
    {
      suite: 'legacy/races',
      scope: 'legacy',
      needs: ['legacy', 'persona.approve'],
      title: 'whatever requests on one payment overlap, some order of them explains what came',
    },
    legacyPatterns,
  ),
  'legacy/time': machine(
    {
      suite: 'legacy/time',
      scope: 'legacy',
      serves: ['webhooks'],
      needs: ['legacy', 'clock.advance'],
      title: 'authorizations live and end when the document says, on a clock that the suite moves',
    },
    { machine: 'legacy', notifications: true, exclusive: true },
  ),
  'resource/payments': machine(
    {
      suite: 'resource/payments',
      scope: 'resource',
      needs: ['resource'],
      title: 'every reply to a sequence of /payments operations is one that the document permits',
    },
    { machine: 'resource-payments' },
  ),
  'resource/races': races(
    {
      suite: 'resource/races',
      scope: 'resource',
      needs: ['resource', 'tokens'],
      title: 'whatever requests on one payment or token overlap, some order of them explains what came',
    },
    resourcePatterns,
  ),
  'resource/time': machine(
    {
      suite: 'resource/time',
      scope: 'resource',
      needs: ['resource', 'tokens', 'everybody'],
      title:
        'authorizations end at expires_at, and tokens serve while their consumer is ACTIVE, where the suite may say so',
    },
    { machine: 'resource-payments', exclusive: true },
  ),
  'resource/tokens': machine(
    {
      suite: 'resource/tokens',
      scope: 'resource',
      needs: ['resource'],
      title: 'every reply to a sequence of /tokens operations is one that the document permits',
    },
    // A list may count as a request on every token that it shows.
    { machine: 'resource-tokens', inTurn: true },
  ),
  'webhooks/arrivals': machine(
    {
      suite: 'webhooks/arrivals',
      scope: 'webhooks',
      needs: ['webhooks'],
      title: 'every event that is owed arrives, as the document describes it, and no other',
    },
    { machine: 'legacy', notifications: true },
  ),
  'webhooks/registration': {
    suite: 'webhooks/registration',
    scope: 'webhooks',
    needs: ['legacy', 'webhooks', 'persona.approve', 'webhook.register'],
    movesUrl: true,
    title: 'notifications go to the URL that is set, from the next event on',
    check: certifyRegistration,
  },
  'webhooks/retries': {
    suite: 'webhooks/retries',
    scope: 'webhooks',
    needs: ['legacy', 'webhooks', 'persona.approve', 'passage'],
    besideWithout: 'clock.advance',
    title: 'a notification that is not taken is sent again when the document says, and no oftener',
    check: certifyRetries,
  },
} as const satisfies Readonly<Record<string, Claim>>;

/** The claims in the order in which they run: that of their files. */
export const allClaims: readonly Claim[] = Object.values(claims);
