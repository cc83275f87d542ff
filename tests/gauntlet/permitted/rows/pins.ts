import type { Overrides } from '../../../../reference/faults/fault.ts';
import type { PermittedBy, PermittedRow } from '../row.ts';

const unlimited: PermittedBy = {
  document: 'legacy',
  section: 'Endpoints › Authorize',
  says: '`auth_code` set to the PIN that the consumer typed; how long a PIN is valid is not shown',
};

/** Each prompt has a PIN of its own, and each PIN is right until it is used. */
function validUntilUsed(digits: number): Overrides {
  const valid = new Set<string>();
  return {
    stored: {
      pins: (record) => {
        const pin = `${'47'.repeat(2).slice(digits)}${record.pin.slice(-digits)}`;
        valid.add(pin);
        return { ...record, pin, madeAt: 0 };
      },
    },
    legacy: { acceptsPin: (code) => valid.delete(code) },
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
