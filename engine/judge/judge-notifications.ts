import { type Belief, type Hypothesis, cites } from './belief.ts';
import type { Machine } from '../machine.ts';
import type { Breach, Check, ExpectedNotification } from '../model.ts';
import { getOrCreate } from '../collections.ts';

/**
 * How long expected notifications are awaited. `whole`: until the deadline, after which a missing one may be accused. `short`: as long as
 * this target's delays justify, for what is confirmed later. `least`: until an unexpected one would have come, for those known to be missing.
 */
export type Patience = 'whole' | 'short' | 'least';

/** Where notifications come in. The engine does not poll: the source reports them. */
export interface NotificationSource<N> {
  /** The notifications received so far under these ids, in order. */
  of(ids: readonly string[]): readonly N[];
  /** The time of the clock that waits are measured by, ms. */
  now(): number;
  /**
   * Resolves with true when `met` becomes true, checked again at each notification under these ids, and with false when patience ends.
   * `since`: the time of the last request.
   */
  wait(ids: readonly string[], met: () => boolean, patience: Patience, since: number): Promise<boolean>;
  /**
   * Resolves when a notification sent by mistake, at `since` at the latest, would have been received, by the delays seen of this target.
   * Time already waited counts.
   */
  settle(since: number): Promise<void>;
  /** The ids are judged: later notifications under them are ignored. */
  forget(ids: readonly string[]): void;
  /** The same text for duplicates. Their number does not accuse the target. */
  identity(notification: N): string;
}

export interface NotificationVerdict {
  readonly breaches: readonly Breach[];
  /** No received notification breaks a rule, but one is missing. */
  readonly onlyMissing?: boolean;
  readonly evidence: readonly string[];
}

/** Whether all that some hypothesis expects was received, but for what never comes, so that the wait may end. */
export function allMet<S, N>(
  belief: Belief<S, N>,
  received: readonly N[],
  identity: (n: N) => string,
  neverCome: (breaches: readonly Breach[]) => boolean = () => false,
): boolean {
  const notifications = distinct(received, identity);
  const isMet = (group: Group<N>) => group.copies >= group.least || neverCome(miscounted(group));
  return belief.some((hypothesis) => assign(hypothesis, notifications).groups.every(isMet));
}

/**
 * Judges the notifications of one finished sequence against what each hypothesis expects, in any order, ignoring identical duplicates.
 * The hypothesis with the fewest breaches, each wrong field once, gives the verdict. Rules are proven when it has none, or only wrong fields.
 */
export function judgeNotifications<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  belief: Belief<S, N>,
  received: readonly N[],
  identity: (notification: N) => string,
): NotificationVerdict {
  const notifications = distinct(received, identity);
  const verdicts = belief.map((hypothesis) => judge(machine, hypothesis, notifications));
  verdicts.sort((a, b) => distanceOf(a) - distanceOf(b));
  const [best] = verdicts;
  if (best === undefined) return { breaches: [], evidence: [] };
  if (best.breaches.some(({ about }) => about === undefined)) return { ...best, evidence: [] };
  const broken = new Set(best.breaches.map(({ rule }) => rule));
  const equal = verdicts.filter((verdict) => distanceOf(verdict) === distanceOf(best));
  const rest = equal.slice(1).map((verdict) => new Set(verdict.evidence));
  const isProven = (rule: string) => !broken.has(rule) && rest.every((set) => set.has(rule));
  return { ...best, evidence: best.evidence.filter(isProven) };
}

/** How far notifications are from what a hypothesis expects. A field that is wrong in each of them counts once: it speaks against no hypothesis. */
function distanceOf({ breaches }: NotificationVerdict): number {
  const fields = breaches.flatMap(({ rule, about }) => (about === undefined ? [] : [`${rule} ${about}`]));
  return breaches.length - fields.length + new Set(fields).size;
}

function judge<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  hypothesis: Hypothesis<S, N>,
  notifications: readonly Copied<N>[],
): NotificationVerdict {
  const sorted = assign(hypothesis, notifications);
  exchange(sorted.groups);
  const breaches: Breach[] = [];
  const evidence: string[] = [];
  let missing = 0;
  for (const group of sorted.groups) {
    const count = group.received.length;
    for (const notification of group.received.slice(0, group.most)) {
      const held = checksOf(group, notification).filter((check) => {
        const broken = check.test(notification);
        breaches.push(...broken);
        return broken.length === 0;
      });
      evidence.push(...cites(held, notification));
    }
    for (const duplicate of group.duplicates) {
      const known = new Set(breaches.map(({ rule }) => rule));
      const wrong = checksOf(group, duplicate).flatMap((check) => check.test(duplicate));
      breaches.push(...wrong.filter(({ rule }) => !known.has(rule)));
    }
    if (group.copies >= group.least && count <= group.most) {
      const isProven = count >= group.least && (group.least > 0 || group.most === 0);
      const proven = group.expected.flatMap(({ cites: ids, limits = [] }) => [...ids, ...limits]);
      if (isProven) evidence.push(...new Set(proven));
      continue;
    }
    const wrong = miscounted(group);
    if (group.copies < group.least) missing += wrong.length;
    breaches.push(...wrong);
  }
  for (const one of sorted.unsolicited) {
    if (machine.unsolicited !== undefined) breaches.push(machine.unsolicited(one, hypothesis.state));
  }
  return { breaches, evidence, onlyMissing: missing > 0 && missing === breaches.length };
}

/** Too few break the rules that require the event; too many break those that forbid it, or else those that limit it. */
function miscounted<N>(group: Group<N>): readonly Breach[] {
  const count = group.received.length;
  const few = group.copies < group.least;
  const forbidding = group.expected.filter((one) => one.most === 0);
  const blamed = !few && forbidding.length > 0 ? forbidding : group.expected.filter((one) => one.most > 0);
  const rules = new Set(blamed.flatMap(({ cites: ids, limits = ids }) => (few ? ids : limits)));
  const expected = few
    ? `${times(group.least)} ${group.key}`
    : group.most === 0
      ? `no ${group.key}`
      : `at most ${group.most} distinct ${group.key}`;
  const { fields: notifications } = first(group);
  // How many of several equal ones are due may depend on an open point.
  const bounds = !few ? { most: group.most } : group.least === 1 ? { least: 1 } : undefined;
  const expect = notifications && bounds && [{ notifications, ...bounds }];
  return [...rules].map((rule) => ({
    rule,
    expected,
    received: count === 0 ? 'none before the deadline' : `${count}`,
    ...(expect && { expect }),
  }));
}

function times(count: number): string {
  return count === 1 ? 'a notification' : `${count} notifications`;
}

/** What is expected of one event, and what was received of it. */
interface Group<N> {
  readonly key: string;
  /** What must hold of each: all checks of one of these. */
  readonly ways: readonly (readonly Check<N>[])[];
  readonly expected: readonly ExpectedNotification<N>[];
  readonly least: number;
  readonly most: number;
  readonly received: N[];
  /** Of those received. */
  readonly duplicates: N[];
  /** With identical duplicates: two events of one content look like one that was sent twice. */
  copies: number;
}

/** A notification, and its duplicates, which need not say all that it says. */
interface Copied<N> {
  readonly notification: N;
  readonly duplicates: N[];
}

/** Groups what is expected of one event, so that two equal events need two notifications. */
function groups<N>(all: readonly ExpectedNotification<N>[]): Group<N>[] {
  const byKey = new Map<string, ExpectedNotification<N>[]>();
  const later = new Map<string, ExpectedNotification<N>[]>();
  for (const one of all) getOrCreate(one.amends === true ? later : byKey, one.key, () => []).push(one);
  return [...byKey].map(([key, expected]) => ({
    key,
    expected,
    ways: [...expected.slice(0, 1), ...(later.get(key) ?? [])].map(({ checks }) => checks),
    duplicates: [],
    least: expected.reduce((sum, one) => sum + one.least, 0),
    most: expected.reduce((sum, one) => sum + one.most, 0),
    received: [],
    copies: 0,
  }));
}

function first<N>(group: Group<N>): ExpectedNotification<N> {
  const [one] = group.expected;
  if (one === undefined) throw new Error(`empty group ${group.key}`);
  return one;
}

/** What was received, duplicates together. */
function distinct<N>(received: readonly N[], identity: (notification: N) => string): readonly Copied<N>[] {
  const byIdentity = new Map<string, Copied<N>>();
  for (const notification of received) {
    const key = identity(notification);
    const known = byIdentity.get(key);
    if (known === undefined) byIdentity.set(key, { notification, duplicates: [] });
    else known.duplicates.push(notification);
  }
  return [...byIdentity.values()];
}

/**
 * Assigns each notification to the event that it fits best: first to one with room, not a full or forbidden one; then to that with the
 * fewest broken checks that decide, such as ids; then to one that still needs it, not one that merely allows it; then to that with the fewest
 * broken checks. What fits none is unsolicited.
 */
function assign<S, N>(hypothesis: Hypothesis<S, N>, notifications: readonly Copied<N>[]) {
  const sorted = groups(hypothesis.expected);
  const unsolicited: N[] = [];
  for (const { notification, duplicates } of notifications) {
    const matching = sorted.filter((group) => group.expected.some((one) => one.matches(notification)));
    const named = matching.filter((group) => first(group).unnamed !== true);
    const fits = (named.length > 0 ? named : matching)
      .map((group) => ({ group, misfit: misfit(group, notification) }))
      .toSorted((a, b) => compared(a.misfit, b.misfit));
    const [best] = fits;
    if (best === undefined) {
      unsolicited.push(notification);
      continue;
    }
    const having = new Set<Group<N>>();
    const take = (group: Group<N>, one: N): void => {
      (having.has(group) ? group.duplicates : group.received).push(one);
      having.add(group);
      group.copies += 1;
    };
    take(best.group, notification);
    for (const duplicate of duplicates)
      take(best.group.copies < best.group.least ? best.group : (alike(fits) ?? best.group), duplicate);
  }
  return { groups: sorted, unsolicited };
}

/** More than events ever bring are a flood, and are left where they are. */
const mostExchanged = 64;

/**
 * Exchanges what two events have received while fewer checks are broken so. Where the fields that distinguish events are wrong, the one that
 * came first need not be about the first event: its creation time, say, is not to be accused for that. One that names its event stays.
 */
function exchange<N>(all: readonly Group<N>[]): void {
  const places = all
    .flatMap((group) =>
      [group.received, group.duplicates].flatMap((list) =>
        list.map((one, index) => ({
          group,
          list,
          index,
          misnamed: decidingBroken(checksOf(group, one), one) > 0,
        })),
      ),
    )
    // What is beyond the most is counted, not checked.
    .filter(({ group, list, index, misnamed }) => misnamed && (list !== group.received || index < group.most))
    .slice(0, mostExchanged);
  type Place = (typeof places)[number];
  const heldIn = ({ list, index }: Place): N => list[index] as N;
  const broken = (place: Place, one = heldIn(place)): number => breaks(place.group, one);
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (const place of places)
      for (const other of places) {
        const [mine, its] = [heldIn(place), heldIn(other)];
        const gain = broken(place) + broken(other) - broken(place, its) - broken(other, mine);
        if (other.group === place.group || !(gain > 0)) continue;
        place.list[place.index] = its;
        other.list[other.index] = mine;
        isBetter = true;
      }
  }
}

/** How many checks of an event a notification breaks; without end where it can't be about that event. */
function breaks<N>(group: Group<N>, notification: N): number {
  if (!group.expected.some((one) => one.matches(notification))) return Infinity;
  return brokenBy(checksOf(group, notification), notification);
}

/** How many of the checks that distinguish events a notification breaks. */
function decidingBroken<N>(checks: readonly Check<N>[], notification: N): number {
  return brokenBy(
    checks.filter(({ decides }) => decides === true),
    notification,
  );
}

/** How badly a notification fits a group. */
interface Fit<N> {
  readonly group: Group<N>;
  readonly misfit: Misfit;
}

/** The next group that needs a copy, where the fields that distinguish events are wrong: then identical notifications may be about several events. */
function alike<N>([best, ...others]: readonly Fit<N>[]): Group<N> | undefined {
  const wrong = best?.misfit[1];
  const needsOne = ({ group, misfit: [, one] }: Fit<N>) => one === wrong && group.copies < group.least;
  return wrong === 0 ? undefined : others.find(needsOne)?.group;
}

/** How badly a notification fits a group, what counts most first. The smaller the better. */
type Misfit = readonly [room: number, deciding: number, need: number, broken: number];

function misfit<N>(group: Group<N>, notification: N): Misfit {
  const { length } = group.received;
  const checks = checksOf(group, notification);
  return [
    length < group.most ? 0 : group.most === 0 ? 1 : 2,
    decidingBroken(checks, notification),
    length < group.least ? 0 : 1,
    brokenBy(checks, notification),
  ];
}

/** The checks that a notification has to pass: where there are several ways, those that it breaks least. */
function checksOf<N>({ ways }: Group<N>, notification: N): readonly Check<N>[] {
  const [only = [], ...others] = ways;
  if (others.length === 0) return only;
  return ways.reduce((best, checks) =>
    brokenBy(checks, notification) < brokenBy(best, notification) ? checks : best,
  );
}

function brokenBy<N>(checks: readonly Check<N>[], notification: N): number {
  return checks.reduce((sum, check) => sum + check.test(notification).length, 0);
}

function compared(one: Misfit, other: Misfit): number {
  return one.map((part, index) => part - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
