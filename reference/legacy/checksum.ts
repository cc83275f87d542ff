import { hash } from 'node:crypto';
import { Big } from 'big.js';

/** The fields of an authorize request that its checksum covers. */
export interface AuthorizeSigned {
  readonly order: { readonly total_amount: number };
  readonly merchant_data: {
    readonly store: string;
    readonly customer_age: number;
    readonly last_order: number;
    readonly last_order_amount: number;
    readonly known_address: boolean;
    readonly num_orders: number;
    readonly ltv: number;
    readonly ip_address: string;
  };
}

/** A double as the text of its integer part, without exponent. */
function integerText(value: number): string {
  return new Big(value).round(0, Big.roundDown).toFixed();
}

/** The same rounded, which the document does not rule out. */
export function roundedText(value: number): string {
  return new Big(value).round(0, Big.roundHalfUp).toFixed();
}

/** What follows the secret in the checksum of authorize (legacy, Authentication, 2). */
export function authorizeMaterial(
  { order, merchant_data: data }: AuthorizeSigned,
  whole: (value: number) => string = integerText,
): string {
  return [
    whole(order.total_amount),
    data.store,
    String(data.customer_age),
    String(data.last_order),
    whole(data.last_order_amount),
    String(data.known_address),
    String(data.num_orders),
    whole(data.ltv),
    data.ip_address,
  ].join('');
}

/** Whether `given` is the SHA-256 of `hashed` in hex (either case) or in base64. */
export function digestMatches(given: string, hashed: string): boolean {
  const hex = hash('sha256', hashed, 'hex');
  if (given.length === hex.length) return given.toLowerCase() === hex;
  return given === Buffer.from(hex, 'hex').toString('base64');
}

/** A checksum in the spelling of RFC 4648, 4, where a server also reads another one; else as it was given. */
export function standardBase64(
  given: string,
  reads: { readonly readsBase64Url: boolean; readonly readsUnpaddedBase64: boolean },
): string {
  if (reads.readsBase64Url && /^[\w-]{43}$/.test(given))
    return `${given.replaceAll('-', '+').replaceAll('_', '/')}=`;
  return reads.readsUnpaddedBase64 && /^[A-Za-z0-9+/]{43}$/.test(given) ? `${given}=` : given;
}
