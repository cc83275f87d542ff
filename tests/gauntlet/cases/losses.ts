import { interfaces, type Case } from '../case.ts';
import type { Passed, Passing, Tampering } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';
import { createRandom } from '../../support/setups/random.ts';

const [notified] = interfaces;
const args = ['--runs', '4', '--max-requests', '1000'] as const;

/** What happens to an answer after the reference has acted. */
const mishaps = {
  'the connection is reset': (_reply: Passed, _request: Passing, socket: { resetAndDestroy(): unknown }) => {
    socket.resetAndDestroy();
    return 'taken' as const;
  },
  'a gateway answers 502': (reply: Passed): Passed => ({
    ...reply,
    http: 502,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from('<h1>Bad Gateway</h1>'),
  }),
};

/** A mishap to so many of a hundred answers. */
function sometimes(percent: number, mishap: (typeof mishaps)[keyof typeof mishaps]): Tampering {
  const random = createRandom(percent);
  return {
    after: (reply, request, socket) =>
      request.n > 20 && random(100) < percent ? mishap(reply, request, socket) : reply,
  };
}

/** Too little may be left for a verdict, but nobody is accused. */
export const losses: readonly Case[] = [
  ...Object.entries(mishaps).flatMap(([name, mishap]) =>
    [1, 10, 50].map((percent) => ({
      name: `${percent} % of the answers: ${name}`,
      args,
      expect: { exit: [0, 3], begins: true },
      start: () => behindProxy(sometimes(percent, mishap)),
    })),
  ),
  {
    name: 'a fault behind a loss of 1 % of the answers is found',
    args: notified,
    expect: { exit: [1], begins: true, finds: ['legacy.events.capture-id'] },
    start: () =>
      behindProxy(sometimes(1, mishaps['the connection is reset']), { faults: ['webhook-no-capture-id'] }),
  },
];

/** The one that was accused before: the answer to a capture is lost after the capture was applied. */
export const lostCaptures: readonly Case[] = [1, 2, 3, 4, 5].map((seed) => ({
  name: `every fifth answer to a capture is lost, seed ${seed}`,
  args: ['--only', 'webhooks', '--seed', String(seed), '--runs', '16', '--max-requests', '800'],
  expect: { exit: [0, 3], begins: true },
  start: () => {
    let captures = 0;
    return behindProxy({
      after: (reply, request, socket) => {
        if (!request.path.endsWith('/capture') || reply.http >= 400 || (captures += 1) % 5 !== 0)
          return reply;
        socket.resetAndDestroy();
        return 'taken';
      },
    });
  },
}));
