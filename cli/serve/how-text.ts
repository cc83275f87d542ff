import type { Chaos } from '../../reference/webhooks/chaos.ts';
import { faults } from '../../reference/faults.ts';

/** How a served reference is different from the usual one. */
interface HowServed {
  readonly fault?: readonly string[];
  readonly profile?: readonly string[];
  readonly chaos?: Chaos;
}

/** What a served reference does wrong, and which choices it makes, as comment lines; empty where it is the usual one. */
export function howText({ fault = [], profile = [], chaos }: HowServed): string {
  const lines = [
    ...fault.map((id) => {
      const broken = faults.find((one) => one.id === id);
      return `fault ${id}: breaks ${broken?.requirement ?? 'a requirement'}`;
    }),
    ...profile.map((choice) => `profile ${choice}`),
    ...(chaos === undefined
      ? []
      : [`chaos delay=${chaos.delayMs}ms,duplicate=${chaos.duplicate},reorder=${chaos.reorder}`]),
  ];
  return lines.map((line) => `# Runs with ${line}\n`).join('');
}
