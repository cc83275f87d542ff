import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resourceChoices } from '../../reference/choices/resource.ts';
import { resourceFaults } from '../../reference/faults/resource.ts';
import { tokenFaults } from '../../reference/faults/tokens.ts';
import { resourceLatitudes } from '../../spec/resource/latitudes.ts';
import { transcript } from './resource-script.ts';

let sound: readonly string[];
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sound = await transcript([]);
});
afterAll(() => void vi.useRealTimers());

const faults = [...resourceFaults, ...tokenFaults];
const others = resourceChoices.filter((choice) => Object.keys(choice).length > 2);

test('the script answers the same each time on the sound server', async () => {
  expect(await transcript([])).toEqual(sound);
});

test.each(faults.map((fault) => [fault.id, fault] as const))('%s shows in an answer', async (_id, fault) => {
  expect(await transcript([fault])).not.toEqual(sound);
});

test('no two faults share an id', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});

/** Open points that come up only where another one is answered in a certain way. */
const beside: Readonly<Record<string, readonly [latitude: string, choice: string]>> = {
  'resource.capture.partial-state': ['resource.capture.amount', 'part'],
  'resource.capture.expired-code': ['resource.payment.state-after-expiry', 'closed'],
};

test.each(others.map((choice) => [choice.latitude, choice.choice, choice] as const))(
  '%s answered with %s shows in an answer',
  async (latitude, _choice, choice) => {
    const [other, answer] = beside[latitude] ?? [];
    const company = resourceChoices.filter((one) => one.latitude === other && one.choice === answer);
    const without = company.length === 0 ? sound : await transcript(company);
    expect(await transcript([...company, choice])).not.toEqual(without);
  },
);

test('every choice is one that the document leaves open', () => {
  const open = Object.values(resourceLatitudes).flatMap(({ id, choices }) =>
    choices.map((one) => `${id} ${one}`),
  );
  expect(open).toEqual(expect.arrayContaining(resourceChoices.map((one) => `${one.latitude} ${one.choice}`)));
});
