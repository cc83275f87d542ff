import type { Overrides } from '../../../../reference/faults/fault.ts';
import type { PinRecord } from '../../../../reference/legacy/records.ts';
import type { PermittedBy, PermittedRow } from '../row.ts';

const unlimited: PermittedBy = {
  document: 'legacy',
  section: 'Endpoints › Authorize',
  says: '`auth_code` set to the PIN that the consumer typed; how long a PIN is valid is not shown',
};

/** A record that knows every PIN of its phone that was not used yet. */
interface Prompted extends PinRecord {
  readonly valid?: Set<string>;
}

/** Each prompt has a PIN of its own, and each PIN is right until it is used, for the consumer that it was sent to. */
function validUntilUsed(digits: number): Overrides {
  return {
    stored: {
      pins: (record, previous: Prompted | undefined) => {
        const pin = `${'4747'.slice(digits)}${record.pin.slice(-digits)}`;
        const valid = previous?.valid ?? new Set();
        return { ...record, pin, madeAt: 0, valid: valid.add(pin) };
      },
    },
    legacy: { acceptsPin: (code, sent: Prompted | undefined) => sent?.valid?.delete(code) === true },
  };
}

/** A PIN is void after so many wrong codes for its phone. */
function voidAfter(codes: number): Overrides {
  const wrong = new WeakMap<PinRecord, number>();
  return {
    legacy: {
      acceptsPin: (code, sent) => {
        if (sent === undefined || (wrong.get(sent) ?? 0) >= codes) return false;
        if (code === sent.pin) return true;
        wrong.set(sent, (wrong.get(sent) ?? 0) + 1);
        return false;
      },
    },
  };
}

/** Which PINs are right. */
export const pinRows: readonly PermittedRow[] = [
  ...[4, 2].map((digits) => ({
    name: `PINs that differ in ${digits} digits are each valid until they are used`,
    permittedBy: unlimited,
    claims: ['legacy/lifecycle', 'webhooks/registration'] as const,
    runs: 40,
    server: { overrides: [validUntilUsed(digits)] },
  })),
  ...(
    [
      [1, 'a wrong code'],
      [3, 'three wrong codes'],
    ] as const
  ).map(([codes, after]) => ({
    name: `a PIN is void after ${after}, and another prompt sends a new one`,
    permittedBy: unlimited,
    claims: ['legacy/lifecycle'] as const,
    runs: 40,
    server: {
      overrides: [voidAfter(codes)],
      profile: { 'legacy.authorize.pin-again': 'new', 'legacy.authorize.wrong-pin': 'other' },
    },
  })),
];
