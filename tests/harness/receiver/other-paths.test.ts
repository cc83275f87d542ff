import { afterEach, expect, it } from 'vitest';
import { shownPath } from '../../../harness/given/webhook-settings.ts';
import { idsOf } from '../../../harness/receiver/inbox.ts';
import { startReceiver, type Received, type Receiver } from '../../../harness/receiver/receiver.ts';

const open: Receiver[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

async function receiver(settings: { readonly publicUrl?: string; readonly path?: string } = {}) {
  const started = await startReceiver({ listen: '127.0.0.1:0', ...settings });
  open.push(started);
  const received: Received[] = [];
  started.onNotification((one) => received.push(one));
  return { started, received };
}

const aboutPayment = JSON.stringify({ payment_id: 'pay_1', status: 'close_success' });
const post = (url: string, path: string, body = aboutPayment) =>
  fetch(new URL(path, url), { method: 'POST', body });

it.each([
  ['a prefix', (path: string) => `/pay${path}`, '/pay<path>'],
  ['a slash behind it', (path: string) => `${path}/`, '<path>/'],
  ['no prefix any more', (path: string) => path.slice(path.lastIndexOf('/')), '/<end of the path>'],
  ['nothing left of it', () => '/', '/'],
])(
  'a notification whose path has %s is received, and accused where nothing lies between',
  async (_, change, shown) => {
    const { started, received } = await receiver();
    const answer = await post(started.url, change(new URL(started.url).pathname));
    expect(answer.status).toBe(200);
    expect(received).toMatchObject([{ path: shown, otherPath: shown, body: { payment_id: 'pay_1' } }]);
  },
);

it('a path that a tunnel may have changed is named, and leads to no accusation', async () => {
  // The tunnel would lead to the receiver's port, which a free one does not tell: so the port is taken first.
  const { port } = new URL((await receiver()).started.url);
  await open.pop()?.close();
  const publicUrl = 'https://tunnel.example.test/pay';
  const started = await startReceiver({ listen: `127.0.0.1:${port}`, publicUrl });
  open.push(started);
  const received: Received[] = [];
  started.onNotification((one) => received.push(one));
  await post(`http://127.0.0.1:${port}`, '/');
  expect(received).toMatchObject([{ path: '/' }]);
  expect(received[0]).not.toHaveProperty('otherPath');
});

it('what comes to another path and names no payment is turned away', async () => {
  const { started, received } = await receiver();
  expect((await post(started.url, '/elsewhere', '{"payproof":"doctor"}')).status).toBe(404);
  expect(received).toEqual([]);
  expect(started.strayPath).toBe('/elsewhere');
});

it('the path of the settings is where notifications arrive', async () => {
  const own = await receiver({ path: '/hooks' });
  expect(new URL(own.started.url).pathname).toBe('/hooks');
  await post(own.started.url, '/hooks');
  expect(own.received).toMatchObject([{ body: { payment_id: 'pay_1' } }]);
  expect(own.received[0]).not.toHaveProperty('path');
  const behind = await receiver({ publicUrl: 'https://tunnel.example.test/pay/hooks', path: '/hooks' });
  expect(behind.started.url).toBe('https://tunnel.example.test/pay/hooks');
});

it.each([
  ['a wrapped notification', { data: { payment_id: 'p', status: 'close_success' } }, ['p']],
  ['one that is a text within JSON', { Message: JSON.stringify({ payment_id: 'p' }) }, ['p']],
  ['a number in place of its id', { payment_id: 7 }, ['7']],
  [
    'an event of another type, whose form is not shown',
    { event_type: 'risk', about: { payment_id: 'p' } },
    [],
  ],
])('%s is found by the ids that it holds', (_, body, ids) => {
  expect(idsOf({ body, text: JSON.stringify(body) })).toEqual(ids);
});

it('a shown path holds no part of a secret one, and is short', () => {
  expect(shownPath('/a/hooks/5d0c9e', '/hooks/5d0c9e')).toBe('/a<path>');
  expect(shownPath('/5d0c9e/b', '/hooks/5d0c9e')).toBe('/<end of the path>/b');
  expect(shownPath(`/${'x'.repeat(999)}`, '/hooks')).toHaveLength(200);
});
