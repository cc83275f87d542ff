import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUpAfter } from '../../../cli/run/clean-up.ts';
import { register } from '../../../reports/register.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { readSummary } from '../../../reports/journal/fold.ts';
import { page } from '../../../reports/page/page.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { readRecorded } from '../../../suites/resume/recorded.ts';
import { openRunJournal } from '../../../suites/run/run-folder.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { runRecord } from '../../../suites/run/prepare.ts';
import { serve } from '../../harness/local-server.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';

/** A run in a folder that has left two open payments at a server, which closes one of them. */
async function runThatLeft(cleanup: boolean) {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    request.setEncoding('utf8').once('data', (text: string) => {
      asked.push(`${request.url} ${String((JSON.parse(text) as Record<string, unknown>)['payment_id'])}`);
      const isClosed = text.includes('"pay_1"');
      response
        .writeHead(isClosed ? 200 : 400)
        .end(JSON.stringify({ status: isClosed ? 'close_success' : 'no<b>' }));
    });
  });
  const out = mkdtempSync(join(tmpdir(), 'payproof-clean-'));
  const target = sampleTarget(url, cleanup ? { cleanup: true } : {});
  const config = unwrittenConfig(target, { capabilities: [], skewMs: undefined }, { out });
  const journal = openRunJournal(config);
  journal.write(runRecord(config));
  for (const id of ['pay_1', 'pay_2'])
    journal.write({ k: 'payment', at: 1, interface: 'legacy', id, state: 'open', captures: [] });
  journal.close();
  await cleanUpAfter(config, new AbortController().signal, { quiet: true });
  const summary = await readSummary(out);
  return { config, asked, summary, certified: certificate(summary, register) };
}

test('what a run has left is undone by its journal, apart from its totals, and named everywhere', async () => {
  const { config, asked, summary, certified } = await runThatLeft(true);
  expect(asked).toEqual(
    expect.arrayContaining(['/pay/close pay_1', '/pay/close pay_2', '/pay/status pay_2']),
  );
  const why = 'close was answered 400 no<b>';
  expect(certified.cleanup).toEqual({
    closed: 1,
    refunded: 0,
    requests: 3,
    left: [{ interface: 'legacy', id: 'pay_2', why }],
  });
  expect(certified.totals.requests).toBe(0);
  expect(runText(certified, summary, register, 'run')).toContain(
    `cleaned up: 1 payment closed, 0 captures refunded, by 3 unjudged requests\n1 payment left, which may be open or captured:\n  legacy pay_2: ${why}`,
  );
  const html = page({ certificate: certified, summary, register, dir: 'run', diagrams: [] });
  expect(html).toContain('<code>pay_2</code>: <samp>close was answered 400 no&lt;b&gt;</samp>');

  await cleanUpAfter(config, new AbortController().signal, { quiet: true });
  const again = certificate(await readSummary(config.out), register);
  expect(again.cleanup).toMatchObject({ closed: 1, requests: 5, left: [{ id: 'pay_2' }] });
  // Both count towards what a run may send that goes on.
  expect((await readRecorded(config)).sent).toBe(5);
});

test('nothing is undone where the target is not to be cleaned up', async () => {
  const { asked, certified } = await runThatLeft(false);
  expect(asked).toEqual([]);
  expect(certified.cleanup).toBeUndefined();
});
