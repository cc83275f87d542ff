import { drawing, hashOf } from './chance.ts';
import { choices } from './choices.ts';
import type { Choice } from './choices/choice.ts';
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

/** What a latitude is answered alike for. Whatever is not named here is answered anew at every use. */
const steady: Readonly<Record<string, 'server' | 'entity' | 'arguments'>> = {
  // The retries of one notification count in one way, and the rule is not told whose they are.
  'legacy.deliveries.interval-from': 'server',
  // An expiry that is now in one zone, now in another has moved as far as anybody can tell.
  'legacy.status.expires-zone': 'server',
  // A payment whose amount changed between two reads would have changed without a cause.
  'legacy.status.amount-after-update': 'entity',
  // Counted before the answer at one read and after it at another, two reads would count twice between them.
  'resource.token.version-on-read': 'entity',
  // What an expiry made of a payment it is from then on.
  'resource.payment.state-after-expiry': 'entity',
  // An instant that was shown once is not another one later.
  'resource.fields.timestamp-fraction': 'arguments',
};

/** One open point, and which choice is made of it where a rule is asked, or a reply goes out. */
interface Varied {
  readonly known: readonly Choice[];
  pick(args: readonly unknown[]): Choice;
}

/**
 * The overrides of a server that answers what is not pinned now so, now otherwise, as the seed has it. A choice that replaces several
 * rules is kept to for one payment or token: half of one choice and half of another would be neither.
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

/** One choice of each open point that can be chosen, the combination following from the seed. */
export function randomProfile(seed: number): Readonly<Record<string, string>> {
  const draw = drawing(seed);
  return Object.fromEntries(
    [...byLatitude()].map(([latitude, known]) => [latitude, oneOf(known, draw()).choice]),
  );
}

function byLatitude(): ReadonlyMap<string, readonly Choice[]> {
  const grouped = new Map<string, Choice[]>();
  for (const one of choices) grouped.set(one.latitude, [...(grouped.get(one.latitude) ?? []), one]);
  return grouped;
}

function varied(latitude: string, known: readonly Choice[], seed: number): Varied {
  const salt = (seed ^ hashOf(latitude)) >>> 0;
  const draw = drawing(salt);
  const often = steady[latitude] ?? (known.some((one) => rulesOf(one).length > 1) ? 'entity' : 'use');
  const always = oneOf(known, draw());
  return {
    known,
    pick: (args) => {
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
        (rule, { pick }) => (pick(args)[group] as Rules | undefined)?.[name] ?? rule,
        base[name],
      );
    // What is no function is read once and for all.
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
      open.reduce((changed, { known, pick }) => {
        if (!known.some((one) => one.reply?.[operation] !== undefined)) return changed;
        return pick([changed.body]).reply?.[operation]?.(changed, context) ?? changed;
      }, reply);
  return Object.fromEntries([...operations].map((operation) => [operation, wrapperOf(operation)]));
}

function variedTables(open: readonly Varied[]): StoredWrappers {
  const tables = new Set(open.flatMap(({ known }) => known.flatMap((one) => Object.keys(one.stored ?? {}))));
  const wrapperOf =
    (table: string): StoredWrapper<unknown> =>
    (record, previous) =>
      open.reduce((kept, { known, pick }) => {
        if (!known.some((one) => Object.hasOwn(one.stored ?? {}, table))) return kept;
        const wrappers = pick([record]).stored as
          Readonly<Record<string, StoredWrapper<unknown>>> | undefined;
        return wrappers?.[table]?.(kept, previous) ?? kept;
      }, record);
  return Object.fromEntries([...tables].map((table) => [table, wrapperOf(table)])) as StoredWrappers;
}

/** What tells one payment, capture or token from another. */
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
