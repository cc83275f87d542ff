import { drawing, hashOf } from './chance.ts';
import { choices } from './choices.ts';
import { type Choice, answerOf } from './choices/choice.ts';
import { objectIn } from './json.ts';
import type { Overrides } from './faults/fault.ts';
import { soundLegacyRules } from './legacy/rules.ts';
import { soundResourceRules } from './resource/rules.ts';
import type { ReplyWrapper } from './seams.ts';
import type { StoredWrapper, StoredWrappers } from './store.ts';
import { soundDeliveryRules } from './webhooks/rules.ts';

type Rules = Readonly<Record<string, unknown>>;
type Rule = (...args: readonly unknown[]) => unknown;

const sound = { legacy: soundLegacyRules, resource: soundResourceRules, delivery: soundDeliveryRules };

/** Where the answer to a latitude must not vary. Other latitudes may vary at every use. */
const constantPer: Readonly<Record<string, 'server' | 'entity' | 'arguments'>> = {
  // All retries of a notification use one rule, and the rule does not know the notification.
  'legacy.deliveries.interval-from': 'server',
  // An expiry that changes its time zone looks as if it had moved.
  'legacy.status.expires-zone': 'server',
  // An amount that changes between two reads would change without a cause.
  'legacy.status.amount-after-update': 'entity',
  // Counting before one read and after another would count twice between them.
  'resource.token.version-on-read': 'entity',
  // An expired payment keeps its state.
  'resource.payment.state-after-expiry': 'entity',
  // All pages of a list have one length.
  'resource.token-list.paging': 'server',
  // A shown time does not change later.
  'resource.fields.timestamp-fraction': 'arguments',
};

/** One open point, and the choice for one call of a rule or one reply. */
interface Varied {
  readonly known: readonly Choice[];
  choose(args: readonly unknown[]): Choice;
}

/**
 * The overrides of a server that answers the open points inconsistently, except the pinned ones; the seed decides. A choice that
 * replaces several rules stays the same for one payment or token, since a mixture of two choices is neither.
 */
export function erratic(pinned: readonly Choice[], seed: number): readonly Overrides[] {
  const fixed = new Set(pinned.map(({ latitude }) => latitude));
  const open = [...byLatitude()]
    .filter(([latitude, known]) => known.length > 1 && !fixed.has(latitude))
    .map(([latitude, known]) => varied(latitude, known, seed));
  return [
    ...pinned,
    {
      legacy: variedRules('legacy', pinned, open),
      resource: variedRules('resource', pinned, open),
      delivery: variedRules('delivery', pinned, open),
      reply: variedReplies(open),
      stored: variedTables(open),
    },
  ];
}

/** One choice of each open point; the seed decides. */
export function randomProfile(seed: number): Readonly<Record<string, string>> {
  const draw = drawing(seed);
  const drawn = new Map([...byLatitude()].map(([latitude, known]) => [latitude, oneOf(known, draw())]));
  for (const [point, http] of bodiless) {
    // Under 200 only the body shows a failure, and under 5xx that the request is at fault: there is one.
    const needsBody = ['200', '5xx'].includes(drawn.get(http)?.choice ?? '');
    const other = choices.find(({ latitude, choice }) => latitude === point && choice !== 'none');
    if (needsBody && drawn.get(point)?.choice === 'none' && other !== undefined) drawn.set(point, other);
  }
  return Object.fromEntries([...drawn].map(([latitude, one]) => [latitude, answerOf(one)]));
}

/** What is refused first of several things that are wrong, where no sentence ranks them and no open point asks: the seed decides. */
export function randomPrecedence(seed: number): readonly Overrides[] {
  const draw = drawing(seed ^ hashOf('precedence'));
  return [{ legacy: { lookupFirst: draw() < 0.5, partsFirst: draw() < 0.5 } }];
}

/** The points by which a refusal may have no JSON, each with that of its HTTP status. */
const bodiless: readonly (readonly [string, string])[] = [
  ['legacy.errors.bad-key-body', 'legacy.errors.bad-key-http'],
  ...['bad-checksum', 'authorize-checksum', 'missing-checksum', 'no-json', 'missing-data', 'unknown-id'].map(
    (point) => [`legacy.errors.${point}-status`, `legacy.errors.${point}-http`] as const,
  ),
];

function byLatitude(): ReadonlyMap<string, readonly Choice[]> {
  const grouped = new Map<string, Choice[]>();
  for (const one of choices) grouped.set(one.latitude, [...(grouped.get(one.latitude) ?? []), one]);
  return grouped;
}

function varied(latitude: string, known: readonly Choice[], seed: number): Varied {
  const salt = (seed ^ hashOf(latitude)) >>> 0;
  const draw = drawing(salt);
  const often = constantPer[latitude] ?? (known.some((one) => rulesOf(one).length > 1) ? 'entity' : 'use');
  const always = oneOf(known, draw());
  return {
    known,
    choose: (args) => {
      if (often === 'server') return always;
      if (often === 'use') return oneOf(known, draw());
      const about = often === 'entity' ? idOf(args[0]) : String(args[0]);
      return oneOf(known, drawing((salt ^ hashOf(about)) >>> 0)());
    },
  };
}

function rulesOf(choice: Choice): readonly string[] {
  return [choice.legacy, choice.resource, choice.delivery, choice.stored].flatMap((of) =>
    Object.keys(of ?? {}),
  );
}

function variedRules(group: keyof typeof sound, pinned: readonly Choice[], open: readonly Varied[]) {
  const names = new Set(open.flatMap(({ known }) => known.flatMap((one) => Object.keys(one[group] ?? {}))));
  const base: Rules = Object.assign({}, sound[group], ...pinned.map((one) => one[group])) as Rules;
  const rules: Record<string, unknown> = {};
  for (const name of names) {
    const about = open.filter(({ known }) => known.some((one) => Object.hasOwn(one[group] ?? {}, name)));
    const chosen = (args: readonly unknown[]): unknown =>
      about.reduce<unknown>(
        (rule, { choose }) => (choose(args)[group] as Rules | undefined)?.[name] ?? rule,
        base[name],
      );
    // A rule that is not a function is chosen once.
    rules[name] =
      typeof base[name] === 'function'
        ? (...args: readonly unknown[]) => (chosen(args) as Rule)(...args)
        : chosen([]);
  }
  return rules as object;
}

function variedReplies(open: readonly Varied[]): Readonly<Record<string, ReplyWrapper>> {
  const operations = new Set(
    open.flatMap(({ known }) => known.flatMap((one) => Object.keys(one.reply ?? {}))),
  );
  const wrapperOf =
    (operation: string): ReplyWrapper =>
    (reply, context) =>
      open.reduce((changed, { known, choose }) => {
        if (!known.some((one) => one.reply?.[operation] !== undefined)) return changed;
        return choose([changed.body]).reply?.[operation]?.(changed, context) ?? changed;
      }, reply);
  return Object.fromEntries([...operations].map((operation) => [operation, wrapperOf(operation)]));
}

function variedTables(open: readonly Varied[]): StoredWrappers {
  const tables = new Set(open.flatMap(({ known }) => known.flatMap((one) => Object.keys(one.stored ?? {}))));
  const wrapperOf =
    (table: string): StoredWrapper<unknown> =>
    (record, previous) =>
      open.reduce((kept, { known, choose }) => {
        if (!known.some((one) => Object.hasOwn(one.stored ?? {}, table))) return kept;
        const wrappers = choose([record]).stored as
          Readonly<Record<string, StoredWrapper<unknown>>> | undefined;
        return wrappers?.[table]?.(kept, previous) ?? kept;
      }, record);
  return Object.fromEntries([...tables].map((table) => [table, wrapperOf(table)])) as StoredWrappers;
}

/** The id of a payment, capture or token; empty where there is none. */
function idOf(record: unknown): string {
  const { id, payment_id: paymentId } = objectIn(record);
  const known = id ?? paymentId;
  return typeof known === 'string' ? known : '';
}

function oneOf(known: readonly Choice[], share: number): Choice {
  const [first] = known;
  const chosen = known[Math.floor(share * known.length)] ?? first;
  if (chosen === undefined) throw new Error('an open point without a choice');
  return chosen;
}
