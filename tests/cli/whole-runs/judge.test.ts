import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { trafficOfRecords } from '../../../harness/traffic/journal-traffic.ts';
import { faults } from '../../../reference/faults.ts';
import { certifyFault } from '../../../suites/faults/certify-fault.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { harOf } from '../../suites/judge/har-of.ts';

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
    writeFileSync(at('traffic.har'), JSON.stringify(harOf(trafficOfRecords(records))));
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

  test('accuses nobody of what was sent to another address', async () => {
    const elsewhere = readFileSync(at('traffic.har'), 'utf8').replaceAll('/payments', '/invoices');
    writeFileSync(at('elsewhere.har'), elsewhere.replaceAll('/tokens', '/vouchers'));
    expect(await run(['judge', at('elsewhere.har'), ...embedded, '--out', at('elsewhere')])).toBe(3);
    expect(printed.out).toContain('nothing of this traffic could be judged');
    expect(printed.out).toContain('the documents know no such path');
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
