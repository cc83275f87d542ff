import { attemptRecord, shownBy } from '../explore/sequence-record.ts';
import type { Breach } from '../../engine/model.ts';
import type { CheckoutWalk } from '../../harness/records/checkout-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { CheckoutSettings } from '../../harness/checkout/checkout-settings.ts';
import { openCheckout, type OpenCheckout } from '../../harness/checkout/open-checkout.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import { procedureFailure } from '../explore/failure-record.ts';
import { mostJudged } from '../run/run-config.ts';
import { isOver, type Session } from '../run/session.ts';
import { pageOf } from './launch.ts';
import type { CheckoutOf, Scenario, Walked } from './scenario.ts';

type Verdict = Pick<Walked, 'evidence' | 'breaches'>;

/** How often is looked whether the run was interrupted, ms. */
const lookMs = 200;

/**
 * Certifies the checkout of an interface in a browser, each way through it once. What is broken is tried a second time, and only what breaks
 * twice is accused. Journals the verdict.
 */
export async function certifyCheckout(session: Session, of: CheckoutOf): Promise<readonly FailureRecord[]> {
  const { checkout: settings } = session.config.target;
  if (settings === undefined) return [];
  const opened = await openCheckout(settings);
  if ('none' in opened) {
    const noted = { which: 'first', why: opened.none, launches: 0, requests: 0 } as const;
    note(session, of, { evidence: [], breaches: [] }, noted);
    return [];
  }
  const watching = setInterval(() => isOver(session) && void opened.close(), lookMs);
  try {
    return await certified({ session, of, settings, checkout: opened });
  } catch (error) {
    // The browser was closed since the run is to end.
    if (!isOver(session)) throw error;
    return [];
  } finally {
    clearInterval(watching);
    await opened.close();
  }
}

async function certified(certifying: Certifying): Promise<readonly FailureRecord[]> {
  const { session, of, settings } = certifying;
  const first = await attempt(certifying, 'first', of.scenarios);
  if (first.breaches.length === 0 || isOver(session)) return [];
  const toFind = session.connection.requests;
  const second = await attempt(
    certifying,
    'second',
    first.broken.map(({ scenario }) => scenario),
  );
  const before = new Set(first.breaches.map(({ rule }) => rule));
  const shortest = shortestOf(second.broken, before);
  const breaches = shortest.flatMap(({ breaches: all }) => all).filter(({ rule }) => before.has(rule));
  if (breaches.length === 0) return [];
  const record = procedureFailure(session, {
    interface: of.interface,
    machine: of.procedure,
    operation: 'checkout',
    breaches,
    sequence: shortest.map(({ scenario }, index) => ({
      id: `s${index + 1}`,
      operation: 'checkout',
      kind: scenario.name,
      uses: {},
    })),
    checkout: { ...pageOf(settings), walks: shortest.flatMap(walkRecord) },
    // A browser has sent the requests, so that there is nothing to write as curl.
    transcript: [],
    steps: second.requests,
    requestsToFind: toFind,
  });
  session.journal.write(record);
  return [record];
}

/** The ways of which each breaks a rule that those before it do not; of these rules only. */
function shortestOf(broken: readonly Broken[], rules: ReadonlySet<string>): readonly Broken[] {
  const left = new Set(rules);
  return broken.filter(({ breaches }) => breaches.map(({ rule }) => left.delete(rule)).includes(true));
}

function walkRecord({ scenario, walk, breaches }: Broken): readonly CheckoutWalk[] {
  const rules = [...new Set(breaches.map(({ rule }) => rule))];
  return walk === undefined ? [] : [{ name: scenario.name, rules, ...walk }];
}

interface Broken extends Walked {
  readonly scenario: Scenario;
}

interface Attempt extends Verdict {
  readonly requests: number;
  /** The ways that have broken a rule: only they are gone again. */
  readonly broken: readonly Broken[];
}

interface Certifying {
  readonly settings: CheckoutSettings;
  readonly session: Session;
  readonly of: CheckoutOf;
  readonly checkout: OpenCheckout;
}

async function attempt(
  { session, of, checkout }: Certifying,
  which: 'first' | 'second',
  scenarios: readonly Scenario[],
): Promise<Attempt> {
  const { suite, config, connection } = session;
  const before = connection.requests;
  const phase = which === 'first' ? 'explore' : 'confirm';
  const context = { suite, sequence: `${suite}/${which}`, kind: 'by a browser', phase } as const;
  const driver = session.driver(context.sequence, phase);
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const broken: Broken[] = [];
  const unseen: string[] = [];
  let launches = 0;
  for (const scenario of scenarios) {
    if (!scenario.isOffered(session.setup(false)) || isOver(session)) continue;
    if (session.run.access.taken.count + scenario.requests > mostJudged(config)) {
      unseen.push('too few requests are left');
      break;
    }
    const isFilmed = which === 'second' && config.target.privacy !== 'strict';
    const walked = await scenario.walk({ session, driver, checkout, context, isFilmed });
    launches += 1;
    for (const row of walked.evidence) evidence.add(row);
    breaches.push(...walked.breaches);
    if (walked.breaches.length > 0) broken.push({ ...walked, scenario });
    if (walked.unseen !== undefined) unseen.push(`${scenario.name}: ${walked.unseen}`);
    if (walked.isShut) break;
  }
  const away = await whyUnjudged(driver, breaches.length > 0 ? 'reply' : undefined);
  const rules = new Set(breaches.map(({ rule }) => rule));
  const verdict: Verdict =
    away === undefined
      ? { evidence: [...evidence].filter((row) => !rules.has(row)), breaches }
      : { evidence: [], breaches: [] };
  const requests = connection.requests - before;
  note(session, of, verdict, { which, why: away ?? unseen.join('; '), launches, requests });
  return { ...verdict, requests, broken };
}

interface Noted {
  readonly which: 'first' | 'second';
  readonly why: string;
  readonly launches: number;
  readonly requests: number;
}

/** Journals what an attempt has shown, and what it could not see. */
function note(
  { journal, suite }: Session,
  of: CheckoutOf,
  verdict: Verdict,
  { which, why, launches, requests }: Noted,
): void {
  journal.write(
    attemptRecord(
      {
        suite,
        which,
        covers: `${of.interface} | checkout`,
        requests,
        steps: launches,
        ...(why !== '' && { why: `the checkout could not be seen as a whole: ${why}` }),
      },
      shownBy(verdict),
    ),
  );
}
