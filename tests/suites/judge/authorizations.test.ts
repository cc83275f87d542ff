import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../harness/embedded.ts';
import { controlled, meansOf } from '../../../harness/means/means.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { trafficOf } from '../../../harness/traffic/traffic.ts';
import { authorizeMaterial } from '../../../models/legacy/replies/authorize-material.ts';
import { judgeTraffic } from '../../../suites/judge/judge-traffic.ts';
import { authorizeBody, Recorder } from './recorder.ts';

const profile = { 'legacy.authorize.pin-again': 'new', 'legacy.authorize.wrong-pin': 'other' };
const refusal = JSON.stringify({ status: 'bad_request', reason: 'refused', message: 'No.' });

let embedded: Awaited<ReturnType<typeof startEmbedded>>;
beforeAll(async () => {
  embedded = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed: 1, profile });
});
afterAll(() => embedded.close());

/** Authorizes for a consumer of the settings. */
function authorizing(client: Recorder, consumer: 'approve' | 'pin') {
  const { personas, authorizePath = '' } = embedded.target.legacy ?? {};
  const { email, phone } = personas?.[consumer] ?? {};
  return (item: string, more: object = {}, seen?: (text: string) => string) => {
    const { order, ...rest } = authorizeBody({ email, phone }, item);
    const body = { ...rest, order: { ...order, order_ref: `ref-${item}` }, ...more };
    return client.legacy(authorizePath, body, authorizeMaterial(body), seen);
  };
}

async function accusedIn({ exchanges }: Recorder): Promise<readonly string[]> {
  const { target } = embedded;
  const traffic = trafficOf('ndjson', { exchanges, notifications: [], damaged: 0 });
  const means = meansOf(target, controlled);
  const { failures } = await judgeTraffic(traffic, target, { means, write: () => undefined });
  return failures.flatMap(({ requirement }) => requirement);
}

describe('recorded traffic about a phone to which each prompt sends a PIN of its own', () => {
  /** One conversation about the consumer who needs a PIN, which ends with the PIN that was read first. */
  async function recorded(between: readonly ('another prompt' | 'a wrong code')[], isRefused: boolean) {
    const { target } = embedded;
    const client = new Recorder(target);
    const authorize = authorizing(client, 'pin');
    const { phone = '' } = target.legacy?.personas.pin ?? {};
    await authorize('first');
    const { pin } = await client.send('GET', `${target.control?.url}/pins?phone=${phone}`, 'none');
    for (const one of between)
      if (one === 'another prompt') await authorize('second');
      else await authorize('first', { auth_code: 'x9' });
    const { status } = await authorize('first', { auth_code: pin }, isRefused ? () => refusal : undefined);
    return { status, accused: await accusedIn(client) };
  }

  test('accuses a server that refuses the right PIN, as no prompt and no code came between', async () => {
    const { status, accused } = await recorded([], true);
    expect(status).toBe('bad_request');
    expect(accused).toContain('legacy.authorize.pin-accepted');
  });

  test.each([
    ['another prompt', false],
    ['a wrong code', true],
  ] as const)('accuses no server that refuses a PIN after %s', async (between, refused) => {
    const { status, accused } = await recorded([between], refused);
    expect(status).toBe('bad_request');
    expect(accused).toEqual([]);
  });
});

test('recorded traffic accuses nothing by a first refusal of an order_ref, which may have been used before the recording', async () => {
  const client = new Recorder(embedded.target);
  const authorize = authorizing(client, 'approve');
  await authorize('earlier');
  await authorize('refused', {}, () => refusal);
  expect(await accusedIn(client)).toEqual([]);
});
