import { holdsAlone, type Claim } from '../run/claim.ts';
import { beginMachine, certifyMachine } from '../explore/certify-machine.ts';
import { certifyRaces, racesOf } from '../races/certify-races.ts';
import type { Pattern } from '../races/pattern.ts';
import { scopeOf } from '../../harness/means/scope.ts';
import { selectedRows } from '../../harness/means/selection.ts';
import { focusShare, isShownByRaceOf } from './selected.ts';
import type { MachineRun } from '../explore/machine-run.ts';
import { legacyPatterns } from '../races/legacy.ts';
import { certifyCheckout } from '../checkout/certify-checkout.ts';
import { legacyCheckout } from '../checkout/legacy-scenarios.ts';
import { certifyTransport, transportProcedure } from '../transport/certify-transport.ts';
import { resourceCheckout } from '../checkout/resource-scenarios.ts';
import { resourcePatterns } from '../races/resource.ts';
import { certifyRegistration } from '../webhooks/certify-registration.ts';
import { certifyRetries } from '../webhooks/certify-retries.ts';

/** What is claimed of notifications and their delivery. */
const webhookClaims = {
  'webhooks/notifications': machineClaim(
    {
      suite: 'webhooks/notifications',
      scope: 'webhooks',
      needs: ['webhooks'],
      title: 'every expected notification comes, as the document describes it, and no other',
    },
    { machine: 'legacy', notifications: true },
  ),
  'webhooks/registration': {
    suite: 'webhooks/registration',
    kind: 'procedure',
    procedure: 'webhooks-registration',
    scope: 'webhooks',
    needs: ['legacy', 'webhooks', 'persona.approve', 'webhook.register'],
    dedicatedTo: 'webhook.register',
    movesUrl: true,
    title: 'notifications go to the URL that is set, from the next event on',
    check: certifyRegistration,
  },
  'webhooks/retries': {
    suite: 'webhooks/retries',
    kind: 'procedure',
    procedure: 'webhooks-retries',
    scope: 'webhooks',
    needs: ['legacy', 'webhooks', 'persona.approve', 'passage'],
    dedicatedTo: 'passage',
    backgroundWithout: 'clock.advance',
    title: 'a notification that is not accepted is sent again at the documented intervals, and no more often',
    check: certifyRetries,
  },
} satisfies Readonly<Record<string, Claim>>;

/** What is claimed of the resource interface. */
const resourceClaims = {
  'resource/payments': machineClaim(
    {
      suite: 'resource/payments',
      scope: 'resource',
      needs: ['resource'],
      title: 'every reply to a sequence of /payments operations is one that the document permits',
    },
    { machine: 'resource-payments' },
  ),
  'resource/checkout': {
    suite: 'resource/checkout',
    kind: 'procedure',
    procedure: resourceCheckout.procedure,
    scope: 'resource',
    needs: ['resource', 'checkout', 'public_key', 'persona.approve'],
    title:
      'the single payments and the tokens that the checkout makes in a browser are those that the interface knows',
    check: (session) => certifyCheckout(session, resourceCheckout),
  },
  'resource/races': raceClaim(
    {
      suite: 'resource/races',
      scope: 'resource',
      needs: ['resource', 'tokens'],
      title:
        'the replies to overlapping requests on one payment or token are explained by some order of them',
    },
    resourcePatterns,
  ),
  'resource/time': machineClaim(
    {
      suite: 'resource/time',
      scope: 'resource',
      needs: ['resource', 'tokens', 'everybody'],
      dedicatedTo: 'clock.advance',
      title:
        'authorizations end at expires_at, and tokens work while their consumer is ACTIVE, where the suite controls both',
    },
    { machine: 'resource-payments', exclusive: true },
  ),
  'resource/tokens': machineClaim(
    {
      suite: 'resource/tokens',
      scope: 'resource',
      needs: ['resource'],
      title: 'every reply to a sequence of /tokens operations is one that the document permits',
    },
    { machine: 'resource-tokens', lists: true },
  ),
} satisfies Readonly<Record<string, Claim>>;

/** What is claimed of the legacy interface. */
const legacyClaims = {
  'legacy/lifecycle': machineClaim(
    {
      suite: 'legacy/lifecycle',
      scope: 'legacy',
      needs: ['legacy'],
      title: 'every reply to a sequence of /pay/ operations is one that the document permits',
    },
    { machine: 'legacy' },
  ),
  'legacy/races': raceClaim(
    {
      suite: 'legacy/races',
      scope: 'legacy',
      needs: ['legacy', 'persona.approve'],
      title: 'the replies to overlapping requests on one payment are explained by some order of them',
    },
    legacyPatterns,
  ),
  'legacy/time': machineClaim(
    {
      suite: 'legacy/time',
      scope: 'legacy',
      serves: ['webhooks'],
      needs: ['legacy', 'clock.advance'],
      dedicatedTo: 'clock.advance',
      title: 'authorizations are valid as long as the document says, on a clock that the suite moves',
    },
    { machine: 'legacy', notifications: true, exclusive: true },
  ),
  'legacy/checkout': {
    suite: 'legacy/checkout',
    kind: 'procedure',
    procedure: legacyCheckout.procedure,
    scope: 'legacy',
    needs: ['legacy', 'checkout', 'persona.approve'],
    title:
      'a consumer goes through the checkout in a browser, and its callback and form bring what Authorize replied',
    check: (session) => certifyCheckout(session, legacyCheckout),
  },
  'legacy/transport': {
    suite: 'legacy/transport',
    kind: 'procedure',
    procedure: transportProcedure,
    scope: 'legacy',
    needs: ['legacy', 'tls'],
    title: 'the endpoints refuse SSL, and their certificate is signed under SHA-2',
    check: (session) => certifyTransport(session),
  },
} satisfies Readonly<Record<string, Claim>>;

/** Everything that is claimed of a target, by suite. */
export const claims = { ...legacyClaims, ...resourceClaims, ...webhookClaims };

const inTable: readonly Claim[] = Object.values(claims);

/** The claims in the order in which they run: what holds the target alone comes last, whether others could run beside the rest or not. */
export const allClaims: readonly Claim[] = [
  ...inTable.filter((claim) => !holdsAlone(claim)),
  ...inTable.filter(holdsAlone),
];

type About = Omit<Claim, 'kind' | 'machine' | 'check'>;

/** Of the random sequences, the share where a suite holds the target alone: they wait for each other. */
const exclusiveShare = 0.5;

/** Judges every sequence of a machine. */
function machineClaim(
  about: About,
  run: Pick<MachineRun, 'machine'> & Partial<Pick<MachineRun, 'notifications' | 'exclusive' | 'lists'>>,
): Claim & { readonly machine: MachineRun } {
  const machine = { notifications: false, exclusive: false, ...run, interface: about.scope };
  const sequences: Claim['sequences'] & {} = ({ runs, only }) =>
    Math.ceil(runs * (machine.exclusive ? exclusiveShare : 1) * focusShare(machine, only));
  return {
    ...about,
    kind: 'machine',
    machine,
    sequences,
    check: (session) => certifyMachine(session, { ...machine, runs: sequences(session.config) }),
    begin: (session) => beginMachine(session, { ...machine, runs: sequences(session.config) }),
  };
}

/** Releases requests on one entity together. */
function raceClaim(about: About, patterns: readonly Pattern[]): Claim {
  const asked = (only: readonly string[]): readonly Pattern[] => {
    // Operations of both interfaces have the same names.
    const rows = selectedRows(only).filter((row) => scopeOf(row) === about.scope);
    return patterns.filter((pattern) => rows.some((row) => isShownByRaceOf(operationsOf(pattern), row)));
  };
  return {
    ...about,
    kind: 'races',
    sequences: ({ runs, only }) => asked(only).length * racesOf(runs),
    overlaps: [...new Set(patterns.flatMap(operationsOf))],
    check: (session) => certifyRaces(session, asked(session.config.only), about.scope),
  };
}

function operationsOf({ overlap }: Pattern): readonly string[] {
  return overlap.map(({ operation }) => operation);
}
