import { openCheckout, type OpenCheckout } from '../../harness/checkout/open-checkout.ts';
import type { FailureRecord, SequenceRecord } from '../../harness/journal-records.ts';
import { type CheckoutVerdict, judgeLaunch, type Launch } from '../../models/legacy/checkout.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import { summaryOf } from '../explore/failure-record.ts';
import { mostJudged } from '../run/run-plan.ts';
import type { Session } from '../run/session.ts';
import { launchAs } from './launch.ts';

/** The name under which a reproduction stores it. */
export const checkoutProcedure = 'legacy-checkout';

/** A checkout answers within a second or two; a test browser on a busy machine needs longer for its windows. */
const waitMs = 12_000;
/** Three launches, each with its requests and a Status. */
const mostRequests = 9;
/** How often is looked whether the run was interrupted, ms. */
const lookMs = 200;

/**
 * Certifies the checkout app of the legacy interface in a browser (legacy, Checkout app): once as a consumer who is approved, as one who is
 * refused, and as one who is asked for a PIN and types a wrong one first. What is broken is tried a second time, and only what breaks twice is
 * accused. Journals the verdict.
 */
export async function certifyCheckout(session: Session): Promise<readonly FailureRecord[]> {
  const { checkout: settings } = session.plan.target;
  if (settings === undefined) return [];
  const opened = await openCheckout(settings, { waitMs });
  if ('none' in opened) {
    note(session, 'first', { evidence: [], breaches: [] }, { why: opened.none, launches: 0, requests: 0 });
    return [];
  }
  const watching = setInterval(() => session.ended() && void opened.close(), lookMs);
  try {
    return await certified(session, opened);
  } catch (error) {
    // The browser was closed since the run is to end.
    if (!session.ended()) throw error;
    return [];
  } finally {
    clearInterval(watching);
    await opened.close();
  }
}

async function certified(session: Session, checkout: OpenCheckout): Promise<readonly FailureRecord[]> {
  const first = await attempt(session, checkout, 'first');
  if (first.breaches.length === 0 || session.ended()) return [];
  const toFind = session.connection.requests;
  const second = await attempt(session, checkout, 'second', first.broken);
  const again = new Set(second.breaches.map(({ rule }) => rule));
  const breaches = first.breaches.filter(({ rule }) => again.has(rule));
  if (breaches.length === 0) return [];
  const requirement = [...new Set(breaches.map(({ rule }) => rule))];
  const record: FailureRecord = {
    k: 'failure',
    requirement,
    interface: 'legacy',
    suite: session.suite,
    machine: checkoutProcedure,
    summary: summaryOf('checkout', breaches),
    signature: { at: 'procedure', operations: ['checkout'], rules: requirement.toSorted() },
    breaches,
    sequence: [{ id: 's1', operation: 'checkout', kind: 'in a browser', uses: {} }],
    // A browser has sent the requests, so that there is nothing to write as curl.
    transcript: [],
    steps: second.requests,
    requestsToFind: toFind,
    requestsToShrink: second.requests,
    flaky: false,
    failed: 2,
    outOf: 2,
    exclusive: false,
    seed: session.plan.seed,
    reproduction: session.suite.replaceAll('/', '-'),
  };
  session.journal.write(record);
  return [record];
}

interface Attempt extends CheckoutVerdict {
  readonly requests: number;
  /** The consumers whose launches have broken a rule: only they go through the checkout again. */
  readonly broken: readonly Launch['consumer'][];
}

async function attempt(
  session: Session,
  checkout: OpenCheckout,
  which: 'first' | 'second',
  consumers: readonly Launch['consumer'][] = ['approve', 'reject', 'pin'],
): Promise<Attempt> {
  const { suite, plan, connection } = session;
  const before = connection.requests;
  const phase = which === 'first' ? 'explore' : 'confirm';
  const context = {
    suite,
    sequence: `${suite}/${which}`,
    operation: 'authorize',
    kind: 'by a browser',
    phase,
  } as const;
  const driver = session.driver(context.sequence, phase);
  const { personas, means, asksPin } = session.setup(false);
  const canPin = means.has('pin') && asksPin !== true;
  const evidence = new Set<string>();
  const breaches: CheckoutVerdict['breaches'][number][] = [];
  const brokenBy: Launch['consumer'][] = [];
  const unseen: string[] = [];
  let launches = 0;
  for (const name of consumers) {
    const persona = personas[name];
    if (persona === undefined || (name === 'pin' && !canPin) || session.ended()) continue;
    if (session.run.taken.count + mostRequests > mostJudged(plan)) {
      unseen.push('too few requests are left');
      break;
    }
    const launched = await launchAs({ session, driver, checkout, context }, name, persona);
    launches += 1;
    const verdict = judgeLaunch(launched.launch);
    for (const row of verdict.evidence) evidence.add(row);
    breaches.push(...verdict.breaches);
    if (verdict.breaches.length > 0) brokenBy.push(name);
    if (launched.unseen !== undefined) unseen.push(`${name}: ${launched.unseen}`);
    // Whatever comes of the other launches, they would show the same.
    if (!launched.launch.isOpened && launched.launch.stuck !== undefined) break;
  }
  const away = await whyUnjudged(driver, breaches.length > 0 ? 'reply' : undefined);
  const broken = new Set(breaches.map(({ rule }) => rule));
  const verdict: CheckoutVerdict =
    away === undefined
      ? { evidence: [...evidence].filter((row) => !broken.has(row)), breaches }
      : { evidence: [], breaches: [] };
  const requests = connection.requests - before;
  note(session, which, verdict, { why: away ?? unseen.join('; '), launches, requests });
  return { ...verdict, requests, broken: brokenBy };
}

/** Journals what an attempt has shown, and what it could not see. */
function note(
  { journal, suite }: Session,
  which: 'first' | 'second',
  { evidence, breaches }: CheckoutVerdict,
  { why, launches, requests }: { readonly why: string; readonly launches: number; readonly requests: number },
): void {
  const isBroken = breaches.length > 0;
  journal.write({
    k: 'sequence',
    id: `${suite}/${which}`,
    suite,
    phase: which === 'first' ? 'explore' : 'confirm',
    requests,
    steps: launches,
    skipped: 0,
    verdict: isBroken ? 'violated' : evidence.length === 0 ? 'inconclusive' : 'explained',
    ...(!isBroken && why !== '' && { why: `the checkout could not be seen as a whole: ${why}` }),
    evidence: Object.fromEntries(evidence.map((row) => [row, 1])),
    observed: {},
    coverage: { [`legacy | checkout | ${isBroken ? 'broken' : 'kept'}`]: 1 },
  } satisfies SequenceRecord);
}
