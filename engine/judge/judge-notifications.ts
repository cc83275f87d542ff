import type { Belief, Hypothesis } from './belief.ts';
import { cites } from './observe.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { Breach, Machine, ExpectedNotification } from '../model.ts';

/**
 * How long a wait for what is owed may last. `whole`: until the deadline, after which what is missing may be accused. `short`: as long as
 * this target's delays justify, for what is confirmed later. `least`: only until a mistaken one would have come, for what is known to be missing.
 */
export type Patience = 'whole' | 'short' | 'least';

/** Where notifications come in. The engine never polls: it is told. */
export interface NotificationSource<N> {
  /** What arrived so far under these ids, in order. */
  of(ids: readonly string[]): readonly N[];
  /** The instant of the clock that waits go by, ms. */
  now(): number;
  /**
   * Resolves with true when `met` turns true, asked again at each arrival under these ids, and with false when patience ends. `since`: the
   * instant of the last request that anything may follow.
   */
  wait(ids: readonly string[], met: () => boolean, patience: Patience, since: number): Promise<boolean>;
  /**
   * Resolves when a notification that was sent by mistake, at `since` at the latest, would have arrived: by the delays that this target has
   * shown. What was waited for something else counts.
   */
  settle(since: number): Promise<void>;
  /** The ids are judged: whatever still comes for them is ignored. */
  forget(ids: readonly string[]): void;
  /** Same text, same event: an identical duplicate accuses nobody. */
  identity(notification: N): string;
}

export interface NotificationVerdict {
  readonly breaches: readonly Breach[];
  /** Nothing that came breaks a rule: something did not come. */
  readonly onlyMissing?: boolean;
  readonly evidence: readonly string[];
}

interface Group<N> {
  readonly key: string;
  readonly obligations: readonly ExpectedNotification<N>[];
  readonly least: number;
  readonly most: number;
  readonly received: N[];
  /** The same with identical duplicates: two events of one content can't be told from one that was sent twice. */
  copies: number;
}

/** A notification with how often it came. */
interface Copied<N> {
  readonly notification: N;
  copies: number;
}

/** Groups the obligations of one event, so that two refunds of one capture owe two notifications. */
function groups<N>(expected: readonly ExpectedNotification<N>[]): Group<N>[] {
  const byKey = new Map<string, ExpectedNotification<N>[]>();
  for (const one of expected) getOrCreate(byKey, one.key, () => []).push(one);
  return [...byKey].map(([key, obligations]) => ({
    key,
    obligations,
    least: obligations.reduce((sum, owed) => sum + owed.least, 0),
    most: obligations.reduce((sum, owed) => sum + owed.most, 0),
    received: [],
    copies: 0,
  }));
}

function first<N>(group: Group<N>): ExpectedNotification<N> {
  const [obligation] = group.obligations;
  if (obligation === undefined) throw new Error(`empty group ${group.key}`);
  return obligation;
}

function distinct<N>(arrived: readonly N[], identity: (notification: N) => string): readonly Copied<N>[] {
  const byIdentity = new Map<string, Copied<N>>();
  for (const notification of arrived) {
    const key = identity(notification);
    const known = byIdentity.get(key);
    if (known === undefined) byIdentity.set(key, { notification, copies: 1 });
    else known.copies += 1;
  }
  return [...byIdentity.values()];
}

/** Whether everything owed under some hypothesis has arrived, so that the wait may end. */
export function allMet<S, N>(
  belief: Belief<S, N>,
  arrived: readonly N[],
  identity: (n: N) => string,
): boolean {
  const notifications = distinct(arrived, identity);
  return belief.some((hypothesis) => {
    const sorted = assign(hypothesis, notifications).groups;
    return sorted.every((group) => group.copies >= group.least);
  });
}

/**
 * Gives each notification to the event that it fits best: one with room before a full or forbidden one, the fewest broken
 * claims before more, one that is still owed before one that is merely allowed. What fits none is a stray.
 */
function assign<S, N>(hypothesis: Hypothesis<S, N>, notifications: readonly Copied<N>[]) {
  const sorted = groups(hypothesis.expected);
  const strays: N[] = [];
  for (const { notification, copies } of notifications) {
    const fits = sorted
      .filter((group) => group.obligations.some((owed) => owed.matches(notification)))
      .map((group) => ({ group, misfit: misfit(group, notification) }))
      .toSorted((a, b) => a.misfit - b.misfit);
    const [best] = fits;
    if (best === undefined) {
      strays.push(notification);
      continue;
    }
    best.group.received.push(notification);
    best.group.copies += copies;
  }
  return { groups: sorted, strays };
}

/** The smaller the better: no room outweighs any number of broken claims, and those outweigh being owed. */
function misfit<N>(group: Group<N>, notification: N): number {
  const { length } = group.received;
  const full = length < group.most ? 0 : group.most === 0 ? 1000 : 2000;
  const broken = first(group).checks.reduce((sum, check) => sum + check.test(notification).length, 0);
  return full + 2 * broken + (length < group.least ? 0 : 1);
}

/**
 * Judges what arrived for one finished sequence against what each hypothesis owes: order free, identical duplicates free.
 * The hypothesis with the fewest breaches speaks; it proves its rules only when nothing is broken under it.
 */
export function judgeNotifications<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  belief: Belief<S, N>,
  arrived: readonly N[],
  identity: (notification: N) => string,
): NotificationVerdict {
  const notifications = distinct(arrived, identity);
  const verdicts = belief.map((hypothesis) => judge(machine, hypothesis, notifications));
  verdicts.sort((a, b) => a.breaches.length - b.breaches.length);
  const [best] = verdicts;
  if (best === undefined || best.breaches.length > 0) return best ?? { breaches: [], evidence: [] };
  const clean = verdicts.filter((verdict) => verdict.breaches.length === 0);
  const rest = clean.slice(1).map((verdict) => new Set(verdict.evidence));
  return { breaches: [], evidence: best.evidence.filter((rule) => rest.every((set) => set.has(rule))) };
}

function judge<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  hypothesis: Hypothesis<S, N>,
  notifications: readonly Copied<N>[],
): NotificationVerdict {
  const sorted = assign(hypothesis, notifications);
  const breaches: Breach[] = [];
  const evidence: string[] = [];
  let missing = 0;
  for (const group of sorted.groups) {
    const owed = first(group);
    const count = group.received.length;
    for (const notification of group.received.slice(0, group.most)) {
      const broken = owed.checks.flatMap((check) => check.test(notification));
      breaches.push(...broken);
      if (broken.length === 0) evidence.push(...cites(owed.checks));
    }
    if (group.copies >= group.least && count <= group.most) {
      const shown = count >= group.least && (group.least > 0 || group.most === 0);
      if (shown) evidence.push(...new Set(group.obligations.flatMap((obligation) => obligation.cites)));
      continue;
    }
    const wrong = miscounted(group, count);
    if (group.copies < group.least) missing += wrong.length;
    breaches.push(...wrong);
  }
  for (const stray of sorted.strays) {
    if (machine.unsolicited !== undefined) breaches.push(machine.unsolicited(stray, hypothesis.state));
  }
  return { breaches, evidence, onlyMissing: missing > 0 && missing === breaches.length };
}

/** Too few breaks what owes the event; too many breaks what forbids it, or else what allows it but so often. */
function miscounted<N>(group: Group<N>, count: number): readonly Breach[] {
  const few = group.copies < group.least;
  const forbidding = group.obligations.filter((owed) => owed.most === 0);
  const blamed =
    !few && forbidding.length > 0 ? forbidding : group.obligations.filter((owed) => owed.most > 0);
  const rules = new Set(blamed.flatMap((owed) => owed.cites));
  const expected = few
    ? `${times(group.least)} ${group.key}`
    : group.most === 0
      ? `no ${group.key}`
      : `at most ${group.most} distinct ${group.key}`;
  return [...rules].map((rule) => ({
    rule,
    expected,
    received: count === 0 ? 'none before the deadline' : `${count}`,
  }));
}

function times(count: number): string {
  return count === 1 ? 'a notification' : `${count} notifications`;
}
