import { at } from '../../models/checks.ts';
import { authorizeMaterial, authorizeParts } from '../../models/legacy/authorize-material.ts';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';

/** What the checksum of Authorize covers, by its path in the body, in the order of the table (legacy, Authentication). */
export const signedParts: readonly string[] = [
  'order.total_amount',
  ...Object.keys(authorizeRequest.shape.merchant_data.shape).map((name) => `merchant_data.${name}`),
];

/** What another server may take for the hashed text. Each is wrong by the document, which gives the parts, their order and their form. */
type Text = (body: unknown, nth: number) => string;

const boolean =
  (yes: string, no: string): Text =>
  (body) =>
    replaced(body, 'merchant_data.known_address', (value) => (value === true ? yes : no));

const others: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(
    signedParts.map((path): [string, Text] => [
      `checksum without ${path}`,
      (body) => replaced(body, path, () => ''),
    ]),
  ),
  'checksum with a part twice': (body, nth) =>
    authorizeParts(body)
      .map((part, index) => (index === nth ? part + part : part))
      .join(''),
  'checksum with two parts exchanged': (body, nth) => {
    const parts = authorizeParts(body);
    const order = parts.map((_, index) => (index === nth ? nth + 1 : index === nth + 1 ? nth : index));
    return order.map((index) => parts[index] ?? '').join('');
  },
  'checksum with a boolean in capitals': boolean('True', 'False'),
  'checksum with a boolean as a digit': boolean('1', '0'),
  'checksum with decimals': (body) =>
    authorizeMaterial(body, (value) => (typeof value === 'number' ? withDecimals(value) : '')),
  'checksum with separators': (body) => authorizeParts(body).join('|'),
};

export const otherTexts: readonly string[] = Object.keys(others);

/** The wrong text that a kind of attempt hashes; undefined for another kind. `nth`: the part that it is about. */
export function otherText(kind: string, body: unknown, nth: number): string | undefined {
  return others[kind]?.(body, nth);
}

function replaced(body: unknown, path: string, text: (value: unknown) => string): string {
  const nth = signedParts.indexOf(path);
  return authorizeParts(body)
    .map((part, index) => (index === nth ? text(at(body, path.split('.'))) : part))
    .join('');
}

const withDecimals = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
