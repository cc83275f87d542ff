import { setTimeout as sleep } from 'node:timers/promises';
import { drawing } from '../../../reference/chance.ts';
import { startReference } from '../../../reference/server.ts';
import { startProxy, type Passing } from '../support/proxy.ts';
import { through } from './through.ts';

/**
 * What happens to some of the answers. `capture`: to each fifth one to a capture, after it was acted on. `lost`: the connection breaks after
 * the request was acted on; `reset`: before or after; `slow`: the request is acted on when nobody waits for the answer any more; `502`: a page
 * of a gateway before or after it was acted on; `500`: an error page after it. `twice`: the request is sent twice,
 * and the second answer passed on.
 */
export type Loss = 'capture' | 'lost' | 'reset' | 'slow' | '502' | '500' | 'twice';

const page = {
  http: 502,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>Bad Gateway</h1>'),
};

/** Longer than the time limit of the run, so that the request takes effect between later ones. */
const slowMs = 400;

/** The first requests find out whether a run is possible at all. */
const undisturbed = 10;

/** Starts the reference behind a proxy that loses some of its answers, the share in percent. Control calls pass. */
export async function startLossy(loss: Loss, percent: number, seed: number, faults: readonly string[]) {
  const server = await startReference({ seed, faults });
  const draw = drawing(seed);
  const isHit = () => draw() * 100 < percent;
  let captures = 0;
  const proxy = await startProxy(
    async (n) => {
      if (n > undisturbed && loss === 'slow' && isHit()) await sleep(slowMs);
      return server.url;
    },
    {
      before: async (request, socket) => {
        if (request.n <= undisturbed) return request;
        if (loss === 'twice') {
          if (isHit()) await sendOnce(server.url, request);
          return request;
        }
        if (loss === 'reset' && draw() < 0.5 && isHit()) {
          socket.resetAndDestroy();
          return 'taken';
        }
        return loss === '502' && draw() < 0.5 && isHit() ? { ...request, instead: page } : request;
      },
      after: (reply, { n, path }, socket) => {
        if (n <= undisturbed) return reply;
        const isCapture = path === '/pay/capture' && reply.http === 200 && (captures += 1) % 5 === 0;
        if (loss === 'capture' ? !isCapture : loss === 'slow' || loss === 'twice' || !isHit()) return reply;
        if (loss === '502') return page;
        if (loss === '500') return { ...page, http: 500 };
        socket.resetAndDestroy();
        return 'taken';
      },
    },
  );
  return through(proxy, server);
}

/** Sends a request whose answer nobody gets. */
async function sendOnce(url: string, { method, path, headers, body }: Passing): Promise<void> {
  const { host: _host, 'content-length': _length, connection: _connection, ...rest } = headers;
  const own = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const sent = await fetch(new URL(path, url), {
    method,
    headers: own,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  await sent.arrayBuffer();
}
