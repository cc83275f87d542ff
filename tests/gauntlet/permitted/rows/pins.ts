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

/** Which PINs are right. */
export const pinRows: readonly PermittedRow[] = [4, 2].map((digits) => ({
  name: `PINs that differ in ${digits} digits are each valid until they are used`,
  permittedBy: unlimited,
  claims: ['legacy/lifecycle', 'webhooks/registration'],
  runs: 40,
  server: { overrides: [validUntilUsed(digits)] },
}));
