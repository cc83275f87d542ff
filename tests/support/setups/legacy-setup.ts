import type { Setup } from '../../../models/setup.ts';

/** A target with all means that the legacy machine uses. */
export const wholeSetup: Setup = {
  means: new Set([
    'legacy',
    'webhooks',
    'persona.approve',
    'persona.pin',
    'persona.reject',
    'pin',
    'pins.read',
    'clock.read',
    'clock.advance',
  ]),
  personas: {
    approve: { email: 'ok@example.test', phone: '08000000001', test: true },
    pin: { email: 'pin@example.test', phone: '08000000002', test: true },
    reject: { email: 'no@example.test', phone: '08000000003', test: true },
  },
  validityMs: 30 * 86_400_000,
  amount: { min: 100, max: 50_000 },
  tokens: [],
  exclusive: true,
};
