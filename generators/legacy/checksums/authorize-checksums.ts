import { at } from '../../../models/checks.ts';
import { authorizeMaterial, authorizeParts } from '../../../models/legacy/replies/authorize-material.ts';
import { authorizeRequest } from '../../../spec/legacy/authorize.ts';

/** What the checksum of Authorize covers, by its path in the body, in the order of the table (legacy, Authentication). */
export const signedParts: readonly string[] = [
  'order.total_amount',
  ...Object.keys(authorizeRequest.shape.merchant_data.shape).map((name) => `merchant_data.${name}`),
];

/** What another server may take for the hashed text. Each is wrong by the document, which gives the parts, their order and their form. */
type Text = (body: unknown) => string;

/** The parts that are cut to whole numbers. */
const doubles = ['order.total_amount', 'merchant_data.last_order_amount', 'merchant_data.ltv'] as const;

/** A text for each part, since a target may take a wrong one for any of them alone. */
const ofEach = (
  parts: readonly string[],
  name: (path: string, nth: number) => string,
  text: (path: string, nth: number) => Text,
): Readonly<Record<string, Text>> =>
  Object.fromEntries(parts.map((path, nth) => [name(path, nth), text(path, nth)]));

const boolean = (yes: string, no: string): Text =>
  replacing('merchant_data.known_address', (_part, value) => (value === true ? yes : no));

const others: Readonly<Record<string, Text>> = {
  ...ofEach(
    signedParts,
    (path) => `checksum without ${path}`,
    (path) => replacing(path, () => ''),
  ),
  ...ofEach(
    signedParts,
    (path) => `checksum with ${path} twice`,
    (path) => replacing(path, (part) => part + part),
  ),
  ...ofEach(
    signedParts.slice(1),
    (path, nth) => `checksum with ${path} before ${signedParts[nth]}`,
    (_path, nth) => (body) => {
      const parts = authorizeParts(body);
      return [...parts.slice(0, nth), parts[nth + 1], parts[nth], ...parts.slice(nth + 2)].join('');
    },
  ),
  ...ofEach(
    doubles,
    (path) => `checksum with decimals in ${path}`,
    (path) => replacing(path, (part, value) => (typeof value === 'number' ? withDecimals(value) : part)),
  ),
  'checksum with a boolean in capitals': boolean('True', 'False'),
  'checksum with a boolean as a digit': boolean('1', '0'),
  'checksum with decimals': (body) =>
    authorizeMaterial(body, (value) => (typeof value === 'number' ? withDecimals(value) : '')),
  'checksum with separators': (body) => authorizeParts(body).join('|'),
};

export const otherTexts: readonly string[] = Object.keys(others);

/** The wrong text that a kind of attempt hashes; undefined for another kind. */
export function otherText(kind: string, body: unknown): string | undefined {
  return Object.hasOwn(others, kind) ? others[kind]?.(body) : undefined;
}

function replacing(path: string, text: (part: string, value: unknown) => string): Text {
  const nth = signedParts.indexOf(path);
  return (body) =>
    authorizeParts(body)
      .map((part, index) => (index === nth ? text(part, at(body, path.split('.'))) : part))
      .join('');
}

const withDecimals = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
