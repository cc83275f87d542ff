import { parsedJson } from '../wire/message.ts';
import type { Target } from '../settings/settings.ts';
import { isMask } from './masks.ts';
import { hiddenCodes } from './private-data.ts';

/** What payproof writes in place of what identifies a consumer: `<phone>`, `<e-mail of approve>`, `<name2 of buyer>`. */
const mark = /<(e-mail|phone)(?: of (\w{1,80}))?>|<(\w{1,80}) of (buyer|shipping_address)>/g;

/** Of the right form, but of no real person: no setting names such a consumer, so that nothing is known of one. */
const someones = {
  mail: 'somebody@masked.example',
  phone: '09000000000',
  kanji: '山田 太郎',
  katakana: 'ヤマダ タロウ',
  code: '100-0001',
} as const;

/** What stands for a masked value, by the name of its field. A field that has none decides what is judged. */
const byField: Readonly<Record<string, keyof typeof someones>> = {
  email: 'mail',
  address: 'mail',
  phone: 'phone',
  number: 'phone',
  name: 'kanji',
  name1: 'kanji',
  name2: 'katakana',
  zip: 'code',
  postal_code: 'code',
};

/** What is masked in these is known to be so where they are read: only answers show whether a code or a checksum was right. */
const kept: ReadonlySet<string> = new Set([...Object.keys(hiddenCodes), 'checksum']);

/** A shorter text may be a value as well. */
const shortest = 3;

/** A text with values in place of what is masked in it; `hides`: for something of it nothing can stand. */
export type Unmasked =
  | {
      readonly text: string;
      /** The fields in which values stand, none where nothing was masked: `buyer.phone`, `order.items.title`. What was in them is not known. */
      readonly fields: readonly string[];
    }
  | { readonly hides: true };

/** What a masked text may hold: a quick look. */
const suspicious = /<[\w-]+(?: of \w+)?>|\*{3}|[•●█∗]|redacted|masked|hidden|removed|filtered|omitted|x{4}/i;

/**
 * The JSON text with values in place of those that payproof or another recorder has masked: those of the settings where the mask names them,
 * and otherwise of the right form. A text that is no JSON stays as it is.
 */
export function unmasked(text: string, target: Named): Unmasked {
  const asItIs = { text, fields: [] };
  if (!suspicious.test(text)) return asItIs;
  const { body } = parsedJson(text);
  const found: Found = { fields: new Set(), hides: false };
  const value = valueOf(body, [], (path, leaf) => standIn(path, leaf, target, found));
  if (found.hides) return { hides: true };
  return found.fields.size > 0 ? { text: JSON.stringify(value), fields: [...found.fields] } : asItIs;
}

interface Found {
  readonly fields: Set<string>;
  hides: boolean;
}

type Path = readonly string[];

function valueOf(value: unknown, path: Path, leafOf: (path: Path, leaf: string) => string): unknown {
  if (typeof value === 'string') return leafOf(path, value);
  if (Array.isArray(value)) return value.map((one) => valueOf(one, path, leafOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, valueOf(inner, [...path, name], leafOf)]),
  );
}

function standIn(path: Path, leaf: string, target: Named, found: Found): string {
  const field = path.at(-1) ?? '';
  const noted = () => void found.fields.add(path.join('.'));
  if (kept.has(field)) return leaf;
  const named = leaf.replaceAll(
    mark,
    (whole, kind: Kind, of: string | undefined, name: string, given: string) => {
      const value = kind === undefined ? valueGiven(target, given, name) : valueOfPersona(target, kind, of);
      if (value === undefined) found.hides = true;
      return value ?? whole;
    },
  );
  if (named !== leaf) noted();
  if (named !== leaf || leaf.length < shortest || /\s/.test(leaf) || !isMask(leaf)) return named;
  const kind = Object.hasOwn(byField, field) ? byField[field] : undefined;
  if (kind === undefined) found.hides = true;
  noted();
  return kind === undefined ? leaf : someones[kind];
}

type Named = Pick<Target, 'legacy' | 'data'>;
type Kind = 'e-mail' | 'phone' | undefined;

function valueOfPersona({ legacy }: Named, kind: NonNullable<Kind>, of?: string): string | undefined {
  if (of === undefined) return kind === 'phone' ? someones.phone : someones.mail;
  const persona = Object.entries(legacy?.personas ?? {}).find(([name]) => name === of)?.[1];
  return kind === 'phone' ? persona?.phone : persona?.email;
}

function valueGiven({ data }: Named, given: string, name: string): string | undefined {
  const values = given === 'buyer' ? { ...data?.buyer, ...data?.buyerAddress } : { ...data?.shippingAddress };
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
