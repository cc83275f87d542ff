import type { Hypothesis } from '../belief.ts';
import { getOrCreate } from '../../get-or-create.ts';
import type { Check, ExpectedNotification } from '../../model.ts';

/** What is expected of one event, and what was received of it. */
export interface Group<N> {
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
export interface Copied<N> {
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
export function distinct<N>(
  received: readonly N[],
  identity: (notification: N) => string,
): readonly Copied<N>[] {
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
export function assign<S, N>(hypothesis: Hypothesis<S, N>, notifications: readonly Copied<N>[]) {
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
    take(best.group, notification);
    best.group.duplicates.push(...duplicates);
    duplicates.forEach(() =>
      take(best.group.copies < best.group.least ? best.group : (alike(fits) ?? best.group), notification),
    );
  }
  return { groups: sorted, unsolicited };
}

function take<N>(group: Group<N>, notification: N): void {
  if (!group.received.includes(notification)) group.received.push(notification);
  group.copies += 1;
}

/** How badly a notification fits a group. */
interface Fit<N> {
  readonly group: Group<N>;
  readonly misfit: Misfit;
}

/** The next group that needs a copy, where what tells events apart is wrong: then identical notifications may be about several events. */
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
  const broken = (some: typeof checks) => brokenBy(some, notification);
  return [
    length < group.most ? 0 : group.most === 0 ? 1 : 2,
    broken(checks.filter(({ decides }) => decides === true)),
    length < group.least ? 0 : 1,
    broken(checks),
  ];
}

/** The checks that a notification has to pass: where there are several ways, those that it breaks least. */
export function checksOf<N>({ ways }: Group<N>, notification: N): readonly Check<N>[] {
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
