import type { Fault } from './fault.ts';
import { webhookContentFaults } from './webhook-contents.ts';
import { webhookDeliveryFaults } from './webhook-deliveries.ts';
import { webhookEventFaults } from './webhook-events.ts';

/** Faults of webhooks: what is told, and how it is delivered. */
export const webhookFaults: readonly Fault[] = [
  ...webhookEventFaults,
  ...webhookContentFaults,
  ...webhookDeliveryFaults,
];
