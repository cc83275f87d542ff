import { describe, expect, it } from 'vitest';
import type { PinAnswer } from '../../../harness/given/ask-pin.ts';
import type { ApiCall, ControlCall } from '../../../models/wire.ts';
import { openLease } from '../../../suites/sending/sequence-driver.ts';
import { Supplies } from '../../../suites/supplies/supplies.ts';

const needsPin: ApiCall = {
  to: 'legacy',
  operation: 'authorize',
  method: 'POST',
  path: '/authorize',
  credential: 'valid',
  given: 'pin',
};
const reading: ControlCall = {
  to: 'control',
  operation: 'read-pin',
  method: 'GET',
  path: '/pins?phone=1',
  ofPerson: true,
};
const step = { id: 's1', operation: '', kind: '', uses: {} };

/** Leases of sequences of one run, whose person gives these answers. */
function run(...answers: readonly PinAnswer[]) {
  const problems: string[] = [];
  let asked = 0;
  const ask = (): Promise<PinAnswer> => Promise.resolve(answers[asked++] ?? { none: 'asked too often' });
  const supplies = new Supplies({}, (cause) => problems.push(cause), {
    askPin: answers.length > 0 ? ask : undefined,
  });
  const lease = () => openLease(supplies, () => Promise.reject(new Error('nothing is to be sent')));
  return { lease, problems, asked: () => asked };
}

describe('the PIN that a person reads', () => {
  it('answers the call that would read it, and stands in no text of the reply', async () => {
    const { lease } = run({ pin: '4711' });
    const own = lease();
    expect(await own.complete(needsPin, step)).toEqual({ call: needsPin });
    expect(own.replyOf(reading)).toBeUndefined();
    expect(await own.complete(reading, step)).toEqual({ call: reading });
    expect(own.replyOf(reading)).toMatchObject({ http: 200, body: { pin: '4711' }, text: '' });
    expect(own.replyOf(needsPin)).toBeUndefined();
  });

  it('is asked for once in a run, and is not sent again afterwards', async () => {
    const { lease, asked } = run({ pin: '4711' }, { pin: '4712' });
    const first = lease();
    await first.complete(needsPin, step);
    await first.complete(reading, step);
    const again = { none: 'a person is asked for one PIN in a run, and was' };
    expect(await first.complete(reading, step)).toEqual(again);
    await first.end();
    expect(await lease().complete(needsPin, step)).toEqual(again);
    expect(asked()).toBe(1);
  });

  it('is sent for one sequence at a time, so that the person reads the newest', async () => {
    const { lease } = run({ pin: '4711' });
    const first = lease();
    await first.complete(needsPin, step);
    const order: string[] = [];
    const next = Promise.resolve(lease().complete(needsPin, step)).then((one) =>
      order.push(...Object.keys(one)),
    );
    await new Promise((resolve) => setImmediate(resolve));
    order.push('ended');
    await first.end();
    await next;
    expect(order).toEqual(['ended', 'call']);
  });

  it('is not asked for before it was sent, where no person is there, and from a sequence that has it already', async () => {
    const { lease, asked } = run({ pin: '4711' });
    const own = lease();
    expect(await own.complete(reading, step)).toHaveProperty('none');
    await own.complete(needsPin, step);
    expect(await own.complete(needsPin, step)).toEqual({ none: 'a sequence has one PIN at most' });
    expect(asked()).toBe(0);
    expect(await run().lease().complete(needsPin, step)).toEqual({
      none: 'no person can be asked for the PIN',
    });
  });

  it('ends the sequence with the reason when it is not typed, and the run names that', async () => {
    const { lease, problems } = run({ none: 'not typed' });
    const own = lease();
    await own.complete(needsPin, step);
    expect(await own.complete(reading, step)).toEqual({ none: 'not typed' });
    expect(problems).toEqual(['legacy.personas.pin: not typed']);
  });
});
