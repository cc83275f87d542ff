/** What a callback is told while the consumer is still to give a PIN (legacy, Authorize, PIN step). */
const pinIsAsked = 'authenticate_consumer';

/** What a reply, or the error object of the resource interface, has, one of them at least. */
const ofReplies = ['status', 'code', 'reason', 'id', 'payment_id'] as const;

const fieldsOf = (call: unknown): Readonly<Record<string, unknown>> =>
  typeof call === 'object' && call !== null ? { ...call } : {};

/** Whether a call of the callback tells how a launch has ended. It may be called before, for what it likes. */
export function isFinal(call: unknown): boolean {
  const fields = fieldsOf(call);
  return (
    fields['status'] !== pinIsAsked &&
    (Object.keys(fields).length === 0 || ofReplies.some((name) => fields[name] !== undefined))
  );
}

/** Whether a call of the callback tells of something that was made. */
export function tellsOfMade(call: unknown): boolean {
  const { id, payment_id: paymentId } = fieldsOf(call);
  return isFinal(call) && [id, paymentId].some((one) => one !== undefined && one !== null);
}
