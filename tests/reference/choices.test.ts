import { afterAll, expect, test } from 'vitest';
import { choices, choicesOf } from '../../reference/choices.ts';
import { views } from '../../reference/merge-rules.ts';
import { namedProfiles, profileNamed } from '../../reference/profiles.ts';
import { startReference } from '../../reference/server.ts';
import { allLatitudes } from '../../spec/register.ts';
import { legacyClient } from './scripts/legacy-client.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

test('every choice of the reference is in the register', () => {
  const permitted = new Set(
    allLatitudes.flatMap(({ id, choices: all }) => all.map((choice) => `${id}=${choice}`)),
  );
  const unknown = choices.map((one) => `${one.latitude}=${one.choice}`).filter((one) => !permitted.has(one));
  expect(unknown).toEqual([]);
});

test('every choice of the register is one of the reference, so that each is given by a conforming server', () => {
  const given = new Set(choices.map((one) => `${one.latitude}=${one.choice}`));
  const missing = allLatitudes
    // One that was split is asked no more.
    .filter(({ splitInto }) => splitInto === undefined)
    .flatMap(({ id, choices: all }) => all.map((choice) => `${id}=${choice}`))
    .filter((one) => !given.has(one));
  expect(missing).toEqual([]);
});

test('no rule is set by the choices of two open points, of which the last would hide the others', () => {
  const pointsOf = new Map<string, Set<string>>();
  for (const { latitude, legacy, resource } of choices)
    for (const [of, rules] of Object.entries({ legacy, resource }))
      for (const name of Object.keys(rules ?? {}).filter((one) => !views.has(one))) {
        const rule = `${of} ${name}`;
        pointsOf.set(rule, (pointsOf.get(rule) ?? new Set<string>()).add(latitude));
      }
  expect([...pointsOf].filter(([, points]) => points.size > 1)).toEqual([]);
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

test('a server with the profile as-recorded writes as it says, and a single choice goes before its own', async () => {
  const reference = await startReference({
    named: 'as-recorded',
    profile: { 'resource.fields.unset': 'filled' },
  });
  opened.push(reference);
  const init = { method: 'POST', body: '{"status":"AUTHORIZED"}' };
  const issued = await fetch(`${reference.controlUrl}/payments`, init);
  const payment = (await issued.json()) as Record<string, unknown>;
  expect(payment['id']).toMatch(/^pay_[0-9a-v]{16}$/);
  expect(payment).toMatchObject({ status: 'authorized', description: '' });
});

test.each([
  [1_769_850_000_000, '2026-01-31T09:00:00Z'],
  [1_769_850_000_100, '2026-01-31T09:00:00.1Z'],
  [1_769_850_000_120, '2026-01-31T09:00:00.12Z'],
  [1_769_850_000_102, '2026-01-31T09:00:00.102Z'],
])('the profile as-recorded writes the instant %i without trailing zeros, as %s', (instant, text) => {
  expect(profileNamed('as-recorded').overrides.resource?.instant?.(instant)).toBe(text);
});

test('a profile with a name holds choices that exist, and another name is refused with the known ones', () => {
  for (const { choices: held } of namedProfiles)
    expect(choicesOf(held).map((one) => one.choice)).toEqual(Object.values(held));
  expect(() => profileNamed('as-recordet')).toThrow('Known: as-recorded.');
});

test('an unknown choice is refused with the list of the known ones', () => {
  expect(() => choicesOf({ 'legacy.refund.payment-state': 'explodes' })).toThrow(
    /explodes.*unchanged, reopens/,
  );
  expect(() => choicesOf({ 'legacy.nonsense': 'x' })).toThrow('legacy.nonsense');
});
