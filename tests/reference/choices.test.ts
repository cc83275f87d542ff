import { expect, test } from 'vitest';
import { choices, choicesOf } from '../../reference/choices.ts';
import { startReference } from '../../reference/server.ts';
import { allLatitudes } from '../../spec/register.ts';
import { legacyClient } from './legacy-client.ts';

test('every choice of the reference is in the register', () => {
  const permitted = new Set(
    allLatitudes.flatMap(({ id, choices: all }) => all.map((choice) => `${id}=${choice}`)),
  );
  const unknown = choices.map((one) => `${one.latitude}=${one.choice}`).filter((one) => !permitted.has(one));
  expect(unknown).toEqual([]);
});

test('a server follows the choices of its profile', async () => {
  const reference = await startReference({ profile: { 'legacy.refund.payment-state': 'reopens' } });
  const pay = legacyClient(reference);
  const { payment_id: payment } = (await pay.authorize()).body;
  const { capture_id: capture } = (await pay.about('capture', payment)).body;
  await pay.refund(capture, { amount: 1 });
  expect(await pay.about('status', payment)).toMatchObject({ body: { status: 'open' } });
  await reference.close();
});

test('an unknown choice is refused with the list of the known ones', () => {
  expect(() => choicesOf({ 'legacy.refund.payment-state': 'explodes' })).toThrow(
    /explodes.*unchanged, reopens/,
  );
  expect(() => choicesOf({ 'legacy.nonsense': 'x' })).toThrow('legacy.nonsense');
});
