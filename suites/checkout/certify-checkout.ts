import type { Breach } from '../../engine/model.ts';
import type { CheckoutWalk } from '../../harness/records/checkout-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { checkoutOptionsOf, openCheckout, type OpenCheckout } from '../../harness/checkout/open-checkout.ts';
import {
  certifyProcedure,
  shownBy,
  type Attempt,
  type Attempting,
  type Procedure,
} from '../procedures/certify-procedure.ts';
import { mostJudged } from '../run/run-config.ts';
import { isOver, type Session } from '../run/session.ts';
import { pageOf } from './launch.ts';
import type { CheckoutOf, Scenario, Walked } from './scenario.ts';

/** How often is looked whether the run was interrupted, ms. */
const lookMs = 200;

/** Certifies the checkout of an interface in a browser, each way through it once; only the ways that break a rule are gone again. */
export async function certifyCheckout(session: Session, of: CheckoutOf): Promise<readonly FailureRecord[]> {
  const { checkout: settings } = session.config.target;
  if (settings === undefined) return [];
  const opened = await openCheckout(settings, checkoutOptionsOf(session.config.target));
  const procedure: Omit<Procedure<CheckoutAttempt>, 'attempt'> = {
    covers: `${of.interface} | checkout`,
    at: 'reply',
    failure: ({ broken, requests }, breaches) => {
      const shortest = shortestOf(broken, breaches);
      return {
        interface: of.interface,
        machine: of.procedure,
        operation: 'checkout',
        breaches: shortest.flatMap(({ breaches: all }) => all).filter((one) => breaches.includes(one)),
        sequence: shortest.map(({ scenario }, index) => ({
          id: `s${index + 1}`,
          operation: 'checkout',
          kind: scenario.name,
          uses: {},
        })),
        checkout: { ...pageOf(settings), walks: shortest.flatMap(walkRecord) },
        // A browser has sent the requests, so that there is nothing to write as curl.
        transcript: [],
        steps: requests,
      };
    },
  };
  if ('none' in opened) {
    const none: CheckoutAttempt = {
      verdict: undefined,
      why: partly(opened.none),
      requests: 0,
      steps: 0,
      broken: [],
    };
    return certifyProcedure(session, { ...procedure, attempt: () => Promise.resolve(none) });
  }
  const watching = setInterval(() => isOver(session) && void opened.close(), lookMs);
  try {
    return await certifyProcedure(session, {
      ...procedure,
      attempt: (how) => walkThrough(session, of, opened, how),
    });
  } catch (error) {
    // The browser was closed since the run is to end.
    if (!isOver(session)) throw error;
    return [];
  } finally {
    clearInterval(watching);
    await opened.close();
    tellOf(opened, session);
  }
}

/** Writes down what the pages would have sent elsewhere, which no document forbids; and that they were not shut in. */
function tellOf({ leaks, isSandboxed }: OpenCheckout, { config, journal, now }: Session): void {
  for (const { secret, host } of leaks)
    journal.write({
      k: 'trouble',
      at: now(),
      kind: 'target',
      cause: `The pages of the checkout would have sent ${secret} to ${host}, which is not among the hosts of the target: it was refused. Where that host is the service's own, add it to checkout.allow_hosts.`,
    });
  // The pages of the embedded target are ours.
  if (!isSandboxed && config.target.kind === 'remote')
    journal.write({
      k: 'trouble',
      at: now(),
      kind: 'settings',
      cause:
        'The pages of the checkout were opened in a browser without a sandbox, since it does not work for root: run payproof as another user.',
    });
}

/** The ways of which each breaks a rule that those before it do not. */
function shortestOf(broken: readonly Broken[], breaches: readonly Breach[]): readonly Broken[] {
  const left = new Set(breaches.map(({ rule }) => rule));
  return broken.filter((one) => one.breaches.map(({ rule }) => left.delete(rule)).includes(true));
}

function walkRecord({ scenario, walk, breaches }: Broken): readonly CheckoutWalk[] {
  const rules = [...new Set(breaches.map(({ rule }) => rule))];
  return walk === undefined ? [] : [{ name: scenario.name, rules, ...walk }];
}

interface Broken extends Walked {
  readonly scenario: Scenario;
}

interface CheckoutAttempt extends Attempt {
  /** The ways that have broken a rule: the second attempt goes only these. */
  readonly broken: readonly Broken[];
}

async function walkThrough(
  session: Session,
  of: CheckoutOf,
  checkout: OpenCheckout,
  { which, id, phase, driver, first }: Attempting<CheckoutAttempt>,
): Promise<CheckoutAttempt> {
  const { suite, config, connection } = session;
  const scenarios =
    which === 'second' && first !== undefined ? first.broken.map(({ scenario }) => scenario) : of.scenarios;
  const before = connection.requests;
  const context = { suite, sequence: id, kind: 'by a browser', phase } as const;
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const broken: Broken[] = [];
  const unseen: string[] = [];
  let steps = 0;
  for (const scenario of scenarios) {
    if (!scenario.isOffered(session.setup(false)) || isOver(session)) continue;
    if (session.run.access.taken.count + scenario.requests > mostJudged(config)) {
      unseen.push('too few requests are left');
      break;
    }
    const isFilmed = which === 'second' && config.target.privacy !== 'strict';
    const walked = await scenario.walk({ session, driver, checkout, context, isFilmed });
    steps += 1;
    for (const row of walked.evidence) evidence.add(row);
    breaches.push(...walked.breaches);
    if (walked.breaches.length > 0) broken.push({ ...walked, scenario });
    if (walked.unseen !== undefined) unseen.push(`${scenario.name}: ${walked.unseen}`);
    if (walked.isShut) break;
  }
  const rules = new Set(breaches.map(({ rule }) => rule));
  return {
    verdict: shownBy({ evidence: [...evidence].filter((row) => !rules.has(row)), breaches }),
    why: unseen.length === 0 ? undefined : partly(unseen.join('; ')),
    requests: connection.requests - before,
    steps,
    broken,
  };
}

const partly = (why: string): string => `the checkout could not be seen as a whole: ${why}`;
