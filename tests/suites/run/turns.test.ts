import { expect, test } from 'vitest';
import { controlled } from '../../../harness/means/means.ts';
import { turnsOf } from '../../../suites/run/turns.ts';
import { claimsOfRun } from '../../../suites/replay/kept.ts';
import { bothInterfaces } from '../../support/setups/both-interfaces.ts';

const namesOf = (parts: ReturnType<typeof turnsOf>) =>
  parts.map((part) => part.map(({ claim, part: name }) => `${claim.suite} ${name}`));
const sound = bothInterfaces();
const persona = { email: 'ok@example.test', phone: '08000000001', test: true };
const target = bothInterfaces({
  ...(sound.legacy && { legacy: { ...sound.legacy, personas: { approve: persona } } }),
});
const settings = { target, capabilities: controlled, realTime: false };

test('each claim of a run is checked as a whole, or each of its parts is, once', () => {
  const turns = turnsOf(settings, claimsOfRun).flat();
  for (const claim of claimsOfRun)
    expect(turns.filter((turn) => turn.claim === claim).map(({ part }) => part)).toEqual(
      claim.begin === undefined ? ['whole'] : ['evidence', 'plan', 'rest'],
    );
});

test('what waits in real time comes last, and so does what waits for it', () => {
  const inRealTime = { ...settings, capabilities: ['webhook.register'], realTime: true };
  expect(namesOf(turnsOf(inRealTime, claimsOfRun)).at(-1)).toEqual([
    'webhooks/registration whole',
    'webhooks/retries whole',
  ]);
  expect(namesOf(turnsOf(settings, claimsOfRun)).at(-1)).toEqual([]);
});
