import { allRequirements } from '../../../spec/register.ts';
import type { Case, Hostile } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';
import { changing, startRelay, type PassOn } from '../support/relay.ts';
import { startTunnel } from '../support/tunnel.ts';

const args = ['--only', 'webhooks', '--runs', '4', '--max-requests', '500'] as const;

/** What a tunnel makes of the path of a request to `/public/hooks`. */
const tunnels: Readonly<Record<string, (path: string) => string>> = {
  'adds a prefix': (path) => `/tunnel${path}`,
  'adds a slash': (path) => `${path}/`,
  'takes a prefix away': (path) => path.replace(/^\/public/, ''),
  'drops the path': () => '/',
};

async function behindTunnel(
  change: (path: string) => string,
  settings: object = {},
  faults: readonly string[] = [],
): Promise<Hostile> {
  const tunnel = await startTunnel(change);
  const hostile = await behindProxy({}, { faults });
  return {
    entry: {
      ...hostile.entry,
      webhooks: {
        listen: `127.0.0.1:${tunnel.port}`,
        public_url: `${tunnel.url}/public/hooks`,
        deadline: '2s',
        ...settings,
      },
    },
    async close() {
      await hostile.close();
      await tunnel.close();
    },
  };
}

/** The forms that a service between may give a notification. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  'wrapped in an object': (text) => JSON.stringify({ id: 'evt_1', data: JSON.parse(text) as unknown }),
  'as a text within an object': (text) => JSON.stringify({ Type: 'Notification', Message: text }),
  'as a list': (text) => `[${text}]`,
  'as a form': (text) => new URLSearchParams(JSON.parse(text) as Record<string, string>).toString(),
};

async function behindRelay(pass: PassOn): Promise<Hostile> {
  const relay = await startRelay(pass);
  const hostile = await behindProxy({ control: relay.control });
  return {
    ...hostile,
    async close() {
      await hostile.close();
      await relay.close();
    },
  };
}

/** What notifications say, and in which form: no row of when one is owed. */
const rowsOfForm = allRequirements
  .filter(({ id }) =>
    /^legacy\.events\.(json|payment-id|event-|timestamp|status|order-ref|(refund-)?capture-id)/.test(id),
  )
  .map(({ id }) => id);

/** Notifications that come to another path, or in another form, than the document has it. */
export const notifiedElsewhere: readonly Case[] = [
  ...Object.entries(tunnels).flatMap(([what, change]): Case[] => [
    {
      name: `a tunnel that ${what}`,
      args,
      expect: { exit: [3], begins: true, says: /changes the path[\s\S]*webhooks\.path/ },
      start: () => behindTunnel(change),
    },
    {
      name: `a tunnel that ${what}, with webhooks.path`,
      args,
      expect: { exit: [0, 3], begins: true, shows: ['legacy.events.authorize-success'] },
      start: () => behindTunnel(change, { path: change('/public/hooks') }),
    },
  ]),
  ...Object.entries(forms).map(([form, change]): Case => ({
    name: `notifications ${form}`,
    args,
    expect: {
      exit: [1],
      accuses: rowsOfForm,
      finds: [
        form.startsWith('as a list') || form.startsWith('as a form')
          ? 'legacy.events.json'
          : 'legacy.events.payment-id',
      ],
    },
    start: () => behindRelay(changing(change)),
  })),
  {
    name: 'a fault of notifications behind a tunnel, with webhooks.path',
    args,
    expect: { exit: [1], finds: ['legacy.events.capture-id'] },
    start: () => behindTunnel((path) => `${path}/`, { path: '/public/hooks/' }, ['webhook-no-capture-id']),
  },
  {
    name: 'notifications that name no payment',
    args,
    expect: { exit: [1], accuses: 'any', says: /notification named no payment/ },
    start: () => behindRelay(changing((text) => Buffer.from(text).toString('base64'))),
  },
];
