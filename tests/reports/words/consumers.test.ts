import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runText } from '../../../reports/words/run-text.ts';
import { readSummary } from '../../../reports/journal/fold.ts';
import { register as wholeRegister } from '../../../reports/register.ts';
import { writeReports } from '../../../reports/write.ts';
import {
  endRecord,
  exchangeRecord,
  failureRecord,
  line,
  runRecord,
  sequenceRecord,
} from '../certificate/synthetic.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-consumers-'));
afterAll(() => rmSync(dir, { recursive: true }));

const [mail, phone, pin] = ['mia@example.com', '08012345678', '47110815'] as const;
const body = { buyer: { email: { address: mail }, phone: { number: phone } }, auth_code: pin };
const text = JSON.stringify(body);

/** Every file below a folder, with its text. */
function filesOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [relative(folder, path), readFileSync(path, 'utf8')] as const);
}

test('consumers stand in the journal and in reproductions, and in no report and not on the terminal', async () => {
  const call = Object.assign({}, line().call, { body });
  const records = [
    runRecord(),
    exchangeRecord({ request: { ...exchangeRecord().request, body: text } }),
    sequenceRecord({}),
    failureRecord({
      summary: `it says ${text}`,
      transcript: [line({ call, received: text, reply: body })],
      breaches: failureRecord().breaches.map((breach) => ({ ...breach, received: text })),
    }),
    { k: 'trouble', at: 1, kind: 'target', cause: `it says ${text}` },
    endRecord,
  ];
  writeFileSync(join(dir, 'journal.ndjson'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const certificate = await writeReports(dir);
  const printed = runText(certificate, await readSummary(dir), wholeRegister, dir);
  const holding = [...filesOf(dir), ['terminal', printed] as const]
    .filter(([, content]) => [mail, phone, pin].some((one) => content.includes(one)))
    .map(([name]) => name);
  const { reproduction } = failureRecord();
  const stored = ['json', 'sh', 'test.ts'].map((end) => join('reproductions', `${reproduction}.${end}`));
  expect(holding.toSorted()).toEqual(['journal.ndjson', ...stored]);
});
