import { describe, expect, it } from 'vitest';
import type { Observation, Step } from '../../../engine/model.ts';
import { needsPin, rightPin } from '../../../generators/legacy/pins.ts';
import type { ApiCall, Reply } from '../../../models/wire.ts';
import { PinsSeen } from '../../../suites/sending/pins-seen.ts';
import { reply } from '../../support/setups/resource-replies.ts';

const phone = '08000000002';
const asks = reply(200, { status: 'authenticate_consumer' });
const succeeds = reply(200, { status: 'authorize_success' });
const refuses = reply(400, { status: 'bad_request', reason: 'bad_auth_code' });

/** One authorization of a sequence, in words: who, what, and what is answered. */
interface Sent {
  readonly by: string;
  readonly code?: string;
  readonly answer: Reply;
  readonly phone?: string;
  /** Not answered before the right PIN is. */
  readonly isLate?: true;
}

function authorization({ code, phone: of = phone }: Sent): ApiCall {
  const body = { buyer: { phone: { number: of } }, ...(code !== undefined && { auth_code: code }) };
  return { to: 'legacy', operation: 'authorize', method: 'POST', path: '', credential: 'valid', body };
}

/** Sequence `a` is asked for a PIN, others go on beside it, and it sends the right one. Gives why its answer is not judged. */
async function judged(between: readonly Sent[], answer: Reply, newest: string | undefined = '1234') {
  const pins = new PinsSeen(undefined);
  const read = (): Promise<Observation<Reply>> =>
    Promise.resolve(newest === undefined ? { lost: 'no answer' } : { reply: reply(200, { pin: newest }) });
  const send = async (sent: Sent, step: Step) => {
    pins.sent(sent.by, step, authorization(sent));
    return sent.isLate === true
      ? undefined
      : pins.answered(sent.by, step, authorization(sent), { reply: sent.answer }, read);
  };
  await send({ by: 'a', answer: asks }, { id: 's1', operation: 'authorize', kind: needsPin, uses: {} });
  for (const [nth, sent] of between.entries())
    await send(sent, { id: `b${nth}`, operation: 'authorize', kind: 'wrong PIN', uses: {} });
  return send(
    { by: 'a', code: '1234', answer },
    { id: 's9', operation: 'authorize', kind: rightPin, uses: { asked: 's1' } },
  );
}

describe('a refusal of the right PIN', () => {
  it.each<[string, readonly Sent[]]>([
    ['nothing has come between', []],
    ['another consumer was asked', [{ by: 'b', phone: '08000000001', answer: asks }]],
    ['its consumer was authorized without one', [{ by: 'b', answer: succeeds }]],
    [
      'its own sequence has tried a code, which the model knows',
      [{ by: 'a', code: '9999', answer: refuses }],
    ],
  ])('is judged where %s', async (_claim, between) => {
    expect(await judged(between, refuses)).toBeUndefined();
  });

  it.each<[string, readonly Sent[]]>([
    ['another sequence has had a PIN sent', [{ by: 'b', answer: asks }]],
    ['another sequence is having one sent', [{ by: 'b', answer: asks, isLate: true }]],
    ['its own sequence has had another one sent', [{ by: 'a', answer: asks }]],
    ['another sequence has typed a code', [{ by: 'b', code: '9999', answer: refuses }]],
  ])('is not judged where %s', async (_claim, between) => {
    expect(await judged(between, refuses)).toMatch(/another PIN was sent to its phone, or a code was typed/);
  });

  it('is not judged where control shows that somebody else has had another one sent', async () => {
    expect(await judged([], refuses, '5678')).toMatch(/another PIN was sent/);
  });

  it('is judged where control does not show what was sent last', async () => {
    expect(await judged([], refuses, undefined)).toBeUndefined();
  });
});

describe('an acceptance of the right PIN', () => {
  it('is judged, whatever has come between', async () => {
    expect(await judged([{ by: 'b', answer: asks }], succeeds, '5678')).toBeUndefined();
    expect(await judged([{ by: 'b', answer: asks }], asks, '5678')).toBeUndefined();
  });
});
