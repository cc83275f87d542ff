import { describe, expect, it } from 'vitest';
import { mostHypotheses } from '../../../engine/judge/belief.ts';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { ExpectedNotification, Outcome, Sequence } from '../../../engine/model.ts';

/** Each ping may be followed by an event or not, which nothing but the event itself shows. */
const machine: Machine<number, string, string, string> = {
  name: 'pings',
  initial: 0,
  operations: [
    {
      name: 'ping',
      attempts: () => [{ kind: 'plain', uses: {} }],
      resolve: () => 'ping',
      predict: (state) => ['silent', 'tells'].map((choice) => outcome(state, choice)),
    },
  ],
  abstract: () => 'any',
};

function outcome(state: number, choice: string): Outcome<number, string, string> {
  const event: ExpectedNotification<string> = {
    key: `pinged ${state}`,
    least: 0,
    most: 1,
    cites: [],
    matches: () => true,
    checks: [],
  };
  return {
    name: 'ponged',
    checks: [{ cites: ['a ping is answered'], test: () => [] }],
    next: () => state + 1,
    assumes: { 'tells of pings': choice },
    expects: () => (choice === 'tells' ? [event] : []),
  };
}

const pings: Sequence = Array.from({ length: 10 }, (_, index) => ({
  id: `s${index + 1}`,
  operation: 'ping',
  kind: 'plain',
  uses: {},
}));
const driver = { send: () => Promise.resolve({ reply: 'pong' }) };

describe('states that differ only in their notifications', () => {
  it('are one hypothesis when notifications are not judged, however many steps leave them open', async () => {
    const { belief, inconclusive, evidence } = await execute(machine, pings, driver, {
      notifications: false,
    });
    expect(inconclusive).toBeUndefined();
    expect(belief).toHaveLength(1);
    expect(evidence.get('a ping is answered')).toBe(pings.length);
  });

  it('are separate hypotheses when notifications are judged, and too many of them end the sequence without a verdict', async () => {
    const { inconclusive } = await execute(machine, pings, driver);
    expect(inconclusive).toBe(`more than ${mostHypotheses} readings of the documents explain what was seen`);
  });
});
