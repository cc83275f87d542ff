import { hash } from 'node:crypto';
import { type LegacyOperationName, soundLegacyRules as sound } from '../legacy/rules.ts';
import type { Fault } from './fault.ts';

function unchecked(operation: LegacyOperationName): Fault {
  return {
    id: `legacy-${operation}-checksum-unchecked`,
    requirement: 'legacy.checksum.verified',
    summary: `The checksum of ${operation} is not checked.`,
    legacy: {
      acceptsChecksum: (of, given, hashed) => of === operation || sound.acceptsChecksum(of, given, hashed),
    },
  };
}

/** Faults in who and what is believed: keys, checksums, PINs, credit checks. */
export const legacyAuthFaults: readonly Fault[] = [
  unchecked('authorize'),
  unchecked('update'),
  unchecked('close'),
  unchecked('capture'),
  unchecked('status'),
  unchecked('refund'),
  {
    id: 'legacy-checksum-hex-only',
    requirement: 'legacy.checksum.base64',
    summary: 'A checksum in base64 is refused.',
    legacy: {
      acceptsChecksum: (of, given, hashed) => given.length === 64 && sound.acceptsChecksum(of, given, hashed),
    },
  },
  {
    id: 'legacy-checksum-base64-only',
    requirement: 'legacy.checksum.hex',
    summary: 'A checksum in hex is refused.',
    legacy: {
      acceptsChecksum: (of, given, hashed) => given.length !== 64 && sound.acceptsChecksum(of, given, hashed),
    },
  },
  {
    id: 'legacy-checksum-prefix-enough',
    requirement: 'legacy.checksum.verified',
    summary: 'The beginning of a checksum is enough.',
    legacy: {
      acceptsChecksum: (of, given, hashed) =>
        sound.acceptsChecksum(of, given, hashed) ||
        hash('sha256', hashed, 'hex').startsWith(given) ||
        hash('sha256', hashed, 'base64').startsWith(given),
    },
  },
  {
    id: 'legacy-refund-signed-by-payment',
    requirement: 'legacy.checksum.capture-id',
    summary: 'Refund hashes the payment id in place of the capture id.',
    legacy: {
      signed: (operation, material, store) =>
        operation === 'refund' ? (store.legacyCaptures.get(material)?.paymentId ?? material) : material,
    },
  },
  {
    id: 'legacy-capture-signed-by-name',
    requirement: 'legacy.checksum.payment-id',
    summary: 'Capture hashes the payment id followed by its own name.',
    legacy: { signed: (operation, material) => (operation === 'capture' ? `${material}capture` : material) },
  },
  {
    id: 'legacy-authorize-signed-in-capitals',
    requirement: 'legacy.checksum.authorize',
    summary: 'Authorize hashes the boolean as True or False.',
    legacy: {
      signed: (operation, material) =>
        operation === 'authorize' ? material.replace('true', 'True').replace('false', 'False') : material,
    },
  },
  {
    id: 'legacy-key-optional',
    requirement: 'legacy.auth.key-required',
    summary: 'A request without a key is executed.',
    legacy: { acceptsKey: (header, keys) => header === undefined || sound.acceptsKey(header, keys) },
  },
  {
    id: 'legacy-key-unchecked',
    requirement: 'legacy.auth.key-checked',
    summary: 'Any bearer key is taken.',
    legacy: { acceptsKey: (header) => header?.startsWith('Bearer ') === true },
  },
  {
    id: 'legacy-any-scheme',
    requirement: 'legacy.auth.bearer',
    summary: 'The key is taken under any scheme, or under none.',
    legacy: { acceptsKey: (header, keys) => header?.endsWith(keys.apiKey) === true },
  },
  {
    id: 'legacy-pin-unchecked',
    requirement: 'legacy.authorize.pin-checked',
    summary: 'Any auth_code authorizes.',
    legacy: { acceptsPin: () => true },
  },
  {
    id: 'legacy-pin-length-checked',
    requirement: 'legacy.authorize.pin-checked',
    summary: 'Any auth_code authorizes that is as long as the PIN.',
    legacy: { acceptsPin: (code, sent) => code.length === sent?.pin.length },
  },
  {
    id: 'legacy-pin-of-another',
    requirement: 'legacy.authorize.pin-checked',
    summary: 'A PIN authorizes whoever it was sent to.',
    legacy: {
      acceptsPin: (code, _sent, { pins }) => [...pins.values()].some(({ pin }) => pin === code),
    },
  },
  {
    id: 'legacy-pin-not-asked',
    requirement: 'legacy.authorize.pin-asked',
    summary: 'A consumer who must authenticate is authorized at once.',
    legacy: { needsPin: () => false },
  },
  {
    id: 'legacy-declined-approved',
    requirement: 'legacy.authorize.declined',
    summary: 'A consumer whom the checks decline is authorized.',
    legacy: { declines: () => false },
  },
];
