import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { interfaces, type Case } from '../case.ts';
import type { Passed } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';

const [notified] = interfaces;

/** Ways to bring a right reply that look wrong. */
const ways: Readonly<Record<string, (reply: string, socket: Socket) => unknown>> = {
  'ends each connection by a reset': (reply, socket) => socket.write(reply, () => socket.resetAndDestroy()),
  'ends each connection after its reply': (reply, socket) => socket.end(reply),
  'sends three pieces with pauses': async (reply, socket) => {
    const third = Math.ceil(reply.length / 3);
    for (let from = 0; from < reply.length; from += third) {
      socket.write(reply.slice(from, from + third));
      await sleep(20);
    }
  },
  'sends interim replies first': (reply, socket) =>
    socket.write(`${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(3)}${reply}`),
};

/** The verdict holds for what was selected, and names what was left out on purpose and no row that was asked for. */
const onlyNarrowed =
  /is conformant in what was selected: legacy \d+ of \d+; narrowed: --only webhooks left out \d+ requirements/;

/** A sound target is not accused of how its replies come. A reset may take a reply with it that was not read yet. */
export const oddNetworks: readonly Case[] = Object.entries(ways).map(([name, bring]) => ({
  name: `a sound target that ${name}`,
  args: notified,
  expect:
    name === 'ends each connection by a reset'
      ? { exit: [0, 3], begins: true }
      : { exit: [0], says: onlyNarrowed, begins: true },
  start: () =>
    behindProxy({
      after: (reply, _request, socket) => {
        void bring(textOf(reply), socket);
        return 'taken';
      },
    }),
}));

/** The reply as it goes over the wire. */
function textOf({ http, headers, body }: Passed): string {
  const { 'transfer-encoding': _, ...rest } = headers;
  const lines = Object.entries({ ...rest, 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  return `HTTP/1.1 ${http} Replied\r\n${lines.join('')}\r\n${body.toString()}`;
}
