/** Something that happened, or should have. */
export interface TimelineEvent {
  /** ms on the target's clock since the first request. */
  readonly at: number;
  /** `due`: a notification that was expected by then and did not come. */
  readonly lane: 'request' | 'notification' | 'due';
  readonly text: string;
}

/** What all attempts to send one notification share. Empty where the body does not say. */
export interface Notified {
  readonly status: string;
  readonly capture: string;
}

/** Reads the body of a notification. */
export function notifiedIn(body: string): Notified {
  const field = (name: string): string =>
    new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,80})"`).exec(body)?.[1] ?? '';
  return { status: field('status'), capture: field('capture_id') };
}

/** Reads the event of an expected notification: `capture_success pay_1 cap_1`, with the capture where it has one. */
export function readEvent(event: string): Notified & { readonly payment: string } {
  const [status = '', payment = '', capture = ''] = event.split(' ');
  return { status, payment, capture };
}
