import { hash } from 'node:crypto';
import { authorizeMaterial, type AuthorizeSigned } from '../../legacy/checksum.ts';
import { type LegacyRules, soundLegacyRules as sound } from '../../legacy/rules.ts';
import { type Fault, fault } from '../fault.ts';
import { isBase64, signing } from './patches.ts';

/** What authorize hashes, with its amounts changed. */
function amountsChanged(
  request: unknown,
  total: (amount: number) => number,
  others: (amount: number) => number,
): string {
  const { order, merchant_data: data } = request as AuthorizeSigned;
  const changed = { last_order_amount: others(data.last_order_amount), ltv: others(data.ltv) };
  return authorizeMaterial({
    order: { total_amount: total(order.total_amount) },
    merchant_data: { ...data, ...changed },
  });
}

/** Authorize hashes another store. */
function signingStore(change: (store: string) => string): Partial<LegacyRules> {
  return signing('authorize', (_material, request) => {
    const { order, merchant_data: data } = request as AuthorizeSigned;
    return authorizeMaterial({ order, merchant_data: { ...data, store: change(data.store) } });
  });
}

/** Authorize takes the checksum of another text too. */
function takingOther(
  change: (data: AuthorizeSigned['merchant_data']) => AuthorizeSigned['merchant_data'],
  whole?: (value: number) => string,
): Partial<LegacyRules> {
  return {
    acceptsChecksum(of, given, hashed, request) {
      if (sound.acceptsChecksum(of, given, hashed, request)) return true;
      if (of !== 'authorize') return false;
      const { order, merchant_data: data } = request as AuthorizeSigned;
      const right = authorizeMaterial({ order, merchant_data: data });
      if (!hashed.endsWith(right)) return false;
      const secret = hashed.slice(0, hashed.length - right.length);
      return sound.acceptsChecksum(
        of,
        given,
        secret + authorizeMaterial({ order, merchant_data: change(data) }, whole),
      );
    },
  };
}

/** Faults in what the checksum of an authorization is made of. */
export const legacyAuthorizeChecksumsFaults: readonly Fault[] = [
  fault('legacy-authorize-signed-in-capitals', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes a boolean as True or False.',
    legacy: signing('authorize', (material) => material.replace('true', 'True').replace('false', 'False')),
  }),
  fault('legacy-authorize-signed-rounded-up', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes amounts rounded up to whole numbers.',
    legacy: signing('authorize', (_material, request) => amountsChanged(request, Math.ceil, Math.ceil)),
  }),
  fault('legacy-authorize-signed-in-latin-1', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes the text in Latin-1, which has no Japanese characters.',
    legacy: {
      acceptsChecksum: (of, given, hashed) =>
        of === 'authorize'
          ? given === hash('sha256', Buffer.from(hashed, 'latin1'), isBase64(given) ? 'base64' : 'hex')
          : sound.acceptsChecksum(of, given, hashed),
    },
  }),
  fault('legacy-authorize-signed-trimmed', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes the store without the blanks at its ends.',
    legacy: signingStore((store) => store.trim()),
  }),
  fault('legacy-authorize-signed-made-compatible', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes the store in the normal form NFKC.',
    legacy: signingStore((store) => store.normalize('NFKC')),
  }),
  fault('legacy-authorize-signed-in-32-bits', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes amounts as integers of 32 bits.',
    legacy: signing('authorize', (_material, request) =>
      amountsChanged(
        request,
        (total) => total,
        (amount) => amount | 0,
      ),
    ),
  }),
  fault('legacy-authorize-checksum-without-ip-address-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize that leaves out ip_address is accepted too.',
    legacy: takingOther((data) => ({ ...data, ip_address: '' })),
  }),
  fault('legacy-authorize-checksum-without-store-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize that leaves out the store is accepted too.',
    legacy: takingOther((data) => ({ ...data, store: '' })),
  }),
  fault('legacy-authorize-checksum-with-digits-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize with 1 or 0 for the boolean is accepted too.',
    legacy: takingOther((data) => ({ ...data, known_address: Number(data.known_address) as never })),
  }),
  fault('legacy-authorize-checksum-in-capitals-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize with True or False for the boolean is accepted too.',
    legacy: takingOther((data) => ({
      ...data,
      known_address: (data.known_address ? 'True' : 'False') as never,
    })),
  }),
  fault('legacy-authorize-checksum-with-decimals-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize with amounts that are not cut to integers is accepted too.',
    legacy: takingOther(
      (data) => data,
      (value) => (Number.isInteger(value) ? value.toFixed(1) : String(value)),
    ),
  }),
];
