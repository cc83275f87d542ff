import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type * as RunForecasts from '../../../cli/doctor/run-forecast.ts';
import { run } from '../../../cli/main.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import { register } from '../../../reports/register.ts';
import { prepareRun } from '../../../suites/run/prepare.ts';
import { freeAddress } from '../../harness/local-server.ts';
import { type Blocks, serverEntry } from './server-entry.ts';

// A forecast needs the plan of a run, which takes seconds for each entry: forecast.test.ts tries it.
vi.mock('../../../cli/doctor/run-forecast.ts', async (original) => ({
  ...(await original<typeof RunForecasts>()),
  runForecast: () => undefined,
}));

const { dir, targets, server, write } = serverEntry();
afterEach(() => vi.restoreAllMocks());

/** What `doctor` says of it: its exit status, and why `certify` would be inconclusive. */
async function doctor(): Promise<{ readonly exit: number; readonly inconclusive: readonly string[] }> {
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const exit = await run(['doctor', '--targets', targets, '--json']);
  vi.restoreAllMocks();
  return { exit, inconclusive: (JSON.parse(out) as { inconclusive: string[] }).inconclusive };
}

let runs = 0;

/** What `certify` decides before its first sequence: the reasons of a certificate without any evidence that are about the entry. */
async function certify(): Promise<readonly string[]> {
  const out = join(dir, `run-${(runs += 1)}`);
  const prepared = await prepareRun({ targets, only: [], bail: false, seed: 1, out });
  await prepared.finish(false);
  prepared.release();
  const { scope } = certificate(fold(readJournalSync(join(out, 'journal.ndjson.gz'))), register);
  return (scope?.narrowed_by ?? []).filter(({ by }) => by === 'core').map(({ what }) => what);
}

const approve = { email: 'a@consumer.test', phone: '08000000001', test: true };

/** Entries: what is changed, and the interfaces whose core can't be tried, each with the setting that would change it. */
const entries: readonly (readonly [
  name: string,
  changes: () => Blocks | Promise<Blocks>,
  says: readonly RegExp[],
])[] = [
  ['the whole entry', () => ({}), []],
  ['the entry without its control block', () => ({ control: undefined }), [/resource\.tokens/, /public_url/]],
  [
    'an entry with a checkout that no browser goes through',
    () => ({ control: undefined, webhooks: undefined, checkout: { script_url: server().checkoutUrl } }),
    [/resource\.tokens/],
  ],
  [
    'an entry without control and webhooks',
    () => ({ control: undefined, webhooks: undefined }),
    [/resource\.tokens/],
  ],
  [
    'an entry of the legacy interface alone',
    () => ({ control: undefined, webhooks: undefined, resource: undefined }),
    [],
  ],
  ['an entry that names no consumer', () => ({ legacy: { personas: {} } }), [/legacy\.personas\.approve/]],
  [
    'an entry that names only a rejected one',
    () => ({ legacy: { personas: { reject: approve } } }),
    [/legacy\.personas\.approve/],
  ],
  ['webhooks without the interface that sends them', () => ({ legacy: undefined }), [/give a legacy block/]],
  [
    'a public address that leads elsewhere',
    () => ({ webhooks: { listen: '127.0.0.1:0', public_url: `${server().url}/hooks/mine` } }),
    [/webhooks\.public_url \(at http[^/]*\/\/[^/]*\) does not lead to the receiver/],
  ],
  [
    'a public address that leads to the receiver',
    async () => {
      const { host: listen } = new URL(await freeAddress());
      return { webhooks: { listen, public_url: `http://${listen}/hooks/mine` } };
    },
    [],
  ],
];

test.each(entries)('doctor and certify agree about %s', async (_name, changes, says) => {
  write(await changes());
  const told = await doctor();
  expect(await certify()).toEqual(told.inconclusive);
  expect(told.inconclusive).toHaveLength(says.length);
  for (const [index, words] of says.entries()) expect(told.inconclusive[index]).toMatch(words);
  expect(told.exit === 0).toBe(says.length === 0);
});
