import { interfaces, type Case } from '../case.ts';
import { mortalTarget } from '../support/mortal-target.ts';
import { rawAnswers } from './raw-answers.ts';

const [notified] = interfaces;
/** Deep in sequences. */
const at = 60;
/** Longer than a refused connection is tried again at once, and than a busy machine plans between two requests. */
const forMs = 8000;

/** The target dies in the middle of a run: nobody is accused of what it has forgotten, or of what another server answers. */
export const deaths: readonly Case[] = [
  {
    name: 'dead for good',
    args: notified,
    waits: true,
    expect: { exit: [3], begins: true, says: /gone since/ },
    start: () => mortalTarget({ at }),
  },
  {
    name: 'dead, and back with its state',
    args: notified,
    expect: { exit: [0, 3], begins: true, says: /away for a while/ },
    start: () => mortalTarget({ at, forMs }),
  },
  {
    name: 'dead after it has acted, and back with its state',
    args: notified,
    expect: { exit: [0, 3], begins: true, says: /away for a while/ },
    start: () => mortalTarget({ at, acted: true, forMs }),
  },
  {
    name: 'dead, and back without its state',
    args: notified,
    expect: { exit: [0, 3], begins: true, says: /away for a while/ },
    start: () => mortalTarget({ at, forMs, forgets: true }),
  },
  {
    name: 'dead for a moment that nobody notices, and back without its state',
    args: notified,
    expect: { exit: [0, 3], begins: true, says: /started anew/ },
    start: () => mortalTarget({ at, unnoticed: true }),
  },
  {
    name: 'dead, and a file server answers at its address',
    args: notified,
    waits: true,
    expect: { exit: [3], begins: true, says: /gone since/ },
    start: () => mortalTarget({ at, forMs, another: rawAnswers['a 501 page of a file server'] }),
  },
  {
    name: 'a fault of a target that is dead for a while is found',
    // It is looked at again whether the target is the same, which takes requests beside the others.
    args: ['--only', 'webhooks', '--runs', '2', '--max-requests', '500'],
    expect: { exit: [1], begins: true, finds: ['legacy.events.capture-id'] },
    start: () => mortalTarget({ at, forMs }, { faults: ['webhook-no-capture-id'] }),
  },
];
