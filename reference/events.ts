import type { PaymentEvent } from './webhooks/event.ts';

export type EventListener = (event: PaymentEvent) => void;

/** Passes what happens to payments to the listeners: the webhook dispatcher. */
export class Events {
  readonly #listeners: EventListener[] = [];

  on(listener: EventListener): void {
    this.#listeners.push(listener);
  }

  emit(event: PaymentEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
