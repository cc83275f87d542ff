import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { trafficOfRecords } from '../../../harness/traffic/read-traffic.ts';
import { faults } from '../../../reference/faults.ts';
import { certifyFault } from '../../../suites/faults/certify-fault.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { leftOut } from '../../gauntlet/wires/recordings/left-out.ts';
import { recordedFlow, type Flow } from '../../gauntlet/wires/recordings/recorded-flow.ts';
import { harOf } from '../../gauntlet/wires/recordings/recorders.ts';
import { harOf as plainHarOf } from '../../suites/judge/har-of.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-judge-'));
const at = (...names: readonly string[]) => join(base, ...names);
afterAll(() => rmSync(base, { recursive: true }));
const printed = captureOutput();
const embedded = ['--target', 'embedded'];

describe('judge, of a HAR file with the traffic of a wrong server', () => {
  beforeAll(async () => {
    const fault = faults.find(({ id }) => id === 'resource-refund-above-captured');
    if (fault === undefined) throw new Error('no such fault');
    const records: JournalRecord[] = [];
    await certifyFault(fault, { runs: 10, seed: 1, onRecord: (one) => records.push(one) });
    writeFileSync(at('traffic.har'), JSON.stringify(plainHarOf(trafficOfRecords(records))));
  }, 60_000);

  test('accuses it, cites the document, and writes a run that verify accepts', async () => {
    expect(await run(['judge', at('traffic.har'), ...embedded, '--out', at('run')])).toBe(1);
    expect(printed.out).toContain('✗ resource.refund.within-captured');
    expect(printed.out).toMatch(/\d+ of \d+ exchanges judged, in \d+ sequences/);
    expect(printed.out).toContain('1 requirement broken in this traffic');
    expect(printed.out).toContain('there is nothing to replay');
    expect(existsSync(at('run', 'reproductions'))).toBe(false);
    expect(await run(['verify', at('run')])).toBe(0);
    const certificate = JSON.parse(readFileSync(at('run', 'certificate.json'), 'utf8')) as {
      readonly target: { readonly settings?: Readonly<Record<string, unknown>> };
    };
    expect(JSON.stringify(certificate)).toContain('traffic.har');
  });

  test('leads to no accusation of what was sent to another address', async () => {
    const elsewhere = readFileSync(at('traffic.har'), 'utf8').replaceAll('/payments', '/invoices');
    writeFileSync(at('elsewhere.har'), elsewhere.replaceAll('/tokens', '/vouchers'));
    expect(await run(['judge', at('elsewhere.har'), ...embedded, '--out', at('elsewhere')])).toBe(3);
    expect(printed.out).toContain('nothing of this traffic could be judged');
    expect(printed.out).toContain('the documents know no such path');
  });
});

describe('judge, of what a browser exports', () => {
  let targets: readonly string[] = [];
  const write = (name: string, { seen }: Flow, leaves: keyof typeof leftOut) =>
    writeFileSync(at(name), gzipSync(JSON.stringify(harOf('Chrome', seen, leftOut[leaves]))));
  beforeAll(async () => {
    const flow = await recordedFlow();
    const { legacy, resource } = flow.target;
    const entry = {
      kind: 'remote',
      legacy: {
        base_url: legacy?.baseUrl,
        api_key: legacy?.apiKey,
        secret: legacy?.secret,
        personas: legacy?.personas,
      },
      resource: { base_url: resource?.baseUrl, secret_key: resource?.secretKey },
    };
    writeFileSync(at('targets.yaml'), JSON.stringify({ targets: { shop: entry } }));
    targets = ['--targets', at('targets.yaml'), '--target', 'shop'];
    write('whole.har.gz', flow, 'nothing left out');
    write('no-keys.har.gz', flow, 'no key in any request');
    write('masked.har.gz', flow, 'every key as ***');
    write('no-checksums.har.gz', flow, 'every checksum as ***');
    write('other-secret.har.gz', flow, 'every checksum of another secret');
    write('damaged.har.gz', flow, 'some that are no entries');
    write('preflights.har.gz', flow, 'preflights before requests');
  });

  test.each([
    ['whole.har.gz', 'the target is not accused'],
    ['no-keys.har.gz', 'no request of the file has a key: the recorder has left them out'],
    ['masked.har.gz', 'every key of the file is masked: they count as right'],
    ['no-checksums.har.gz', 'every checksum of the file is masked: they are not judged'],
    ['other-secret.har.gz', 'no checksum of the file fits the secret of the settings'],
    ['damaged.har.gz', 'of another form, first entry 2: `startedDateTime`: expected string'],
    ['preflights.har.gz', 'exchanges: a browser has asked so whether it may send another (CORS)'],
  ])('%s leads to no accusation, and says: %s', async (name, line) => {
    expect(await run(['judge', at(name), ...targets, '--out', at(`run-of-${name}`)])).toBe(0);
    expect(printed.out.replaceAll(/\s+/g, ' ')).toContain(line);
    expect(printed.out).toContain('the target is not accused');
  });

  test('says nothing of what is there', async () => {
    await run(['judge', at('whole.har.gz'), ...targets, '--out', at('run-of-all')]);
    expect(printed.out).not.toMatch(/left out|not read|preflight|masked/);
  });

  test.each([
    ['no-keys.har.gz', 'resource.auth.key-missing'],
    ['masked.har.gz', 'resource.auth.wrong-key'],
  ])('%s accuses with --credentials as-recorded', async (name, rule) => {
    const asked = ['--credentials', 'as-recorded', '--out', at(`as-recorded-${name}`)];
    expect(await run(['judge', at(name), ...targets, ...asked])).toBe(1);
    expect(printed.out).toContain(rule);
  });

  test('takes no other word for --credentials', async () => {
    expect(await run(['judge', at('whole.har.gz'), ...targets, '--credentials', 'ignored'])).toBe(2);
    expect(printed.err).toContain('presumed, as-recorded');
  });
});

describe('judge refuses what is no traffic', () => {
  beforeAll(() => {
    mkdirSync(at('empty'));
    writeFileSync(at('text'), 'hello\n');
    writeFileSync(at('no-entries.har'), '{"log":{}}');
    writeFileSync(at('bad-entries.har'), '{"log":{"entries":[{"time":1}]}}');
    writeFileSync(at('other.ndjson'), '{"kind":"other"}\n{"kind":"exchange"}\n');
  });
  test.each([
    ['a file that is not there', 'nowhere', 'There is no file'],
    ['a folder without a journal', 'empty', 'holds no journal of a run'],
    ['a text', 'text', 'it is no JSON'],
    ['a HAR file without entries', 'no-entries.har', 'it has no list `log.entries`'],
    ['a HAR file with damaged entries', 'bad-entries.har', 'none of its 1 entries'],
    ['lines of another form', 'other.ndjson', '2 lines have another form'],
  ])('%s', async (_what, name, message) => {
    expect(await run(['judge', at(name), ...embedded, '--out', at(`of-${name}`)])).toBe(2);
    expect(printed.err).toContain(message);
    expect(existsSync(at(`of-${name}`))).toBe(false);
  });
});

test('judge reads lines of JSON as its page shows them', async () => {
  const page = readFileSync(new URL('../../../docs/judge-traffic.md', import.meta.url), 'utf8');
  const [, lines = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  writeFileSync(at('page.ndjson'), lines);
  expect(await run(['judge', at('page.ndjson'), ...embedded, '--out', at('page')])).toBe(3);
  expect(printed.out).toContain('0 of 1 exchange judged');
  expect(printed.out).toContain('1 notification');
});
