import { expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { NightTask } from '../../../harness/records/night-records.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { nightly } from '../../../reports/nightly/nightly.ts';
import { nightlyText } from '../../../reports/nightly/nightly-text.ts';
import { nightsFigure } from '../../../reports/page/night/nights-figure.ts';
import { register } from '../certificate/synthetic.ts';
import { hostileTexts, markup } from './hostile.ts';
import { nightRun } from './night-run.ts';
import { conformantRun, pageOfRun } from './whole-runs.ts';

const flat = (text: string) =>
  text
    .replaceAll('<wbr />', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const pageOf = async (records: readonly JournalRecord[] = nightRun) => pageOfRun(records, register);

test('the verdict on a night is one on its page, in its certificate and on the terminal', async () => {
  const summary = fold(nightRun);
  const certified = certificateSchema.parse(certificate(summary, register));
  const night = nightly(certified, summary, register);
  if (night === undefined) throw new Error('it is no night');
  const reasons = ['1 new violation', 'stale deviation: legacy.capture.may-round is no longer broken'];
  expect(certified.night).toMatchObject({ verdict: 'alarm', exit: 1, reasons });
  expect(certified.verdict).toBe('nonconformant');
  const text = nightlyText(night, certified, summary, register, 'runs/x');
  expect(text.split('\n').at(-1)).toBe(`sandbox: alarm: ${reasons.join('; ')}`);
  expect(text).toContain('certificate.json: not conformant');
  const html = await pageOf();
  expect(html).toContain('<title>sandbox: alarm: payproof</title>');
  expect(flat(html)).toContain(`sandbox: alarm ${reasons.join(' ')} As a certificate: not conformant`);
});

test('the page of a night says what differs from the run before, each with its requirement', async () => {
  const html = await pageOf();
  const section = flat(
    html.slice(html.indexOf('<section id="night"'), html.indexOf('<section id="sections"')),
  );
  for (const part of [
    'New 1 legacy.capture.full-closes : the payment is open after a capture of the whole',
    'Again 0',
    'Gone 0',
    'Not tried again 1 resource.create.authorized : the answer was 500',
    'Stale deviations 1 legacy.capture.may-round : ticket 7',
    'Drifted 1 legacy.refund.payment-state : the run before had unchanged, observed was reopens',
    'Evidence lost 2 1 requirement: no check of it ran in 1 sequence',
    'legacy.capture.full-closes 2026-01-30 2026-01-30 1 of 1 0 % seen',
    'resource.create.authorized 2026-01-13 2026-01-29 9 of 16 44 % not tried',
  ])
    expect(section).toContain(part);
  expect(html).toContain('<a href="#violation-legacy.capture.full-closes">');
});

test('the card of a violation says since when nights have seen it', async () => {
  const cardIn = (html: string) => flat(html.slice(html.indexOf('<article'), html.indexOf('</article>')));
  expect(cardIn(await pageOf())).toContain('No night before has seen it.');
  const again = nightRun.map((one) =>
    one.k === 'failure' ? { ...one, requirement: ['resource.create.authorized'] } : one,
  );
  // The seven nights that missed it before are told by its rate.
  expect(cardIn(await pageOf(again))).toContain(
    'Seen since 2026-01-13, in 10 of 17 nights; flake rate 41 %.',
  );
  expect(await pageOf(conformantRun)).not.toContain('night before');
});

test('the nights are drawn with a table that says the same, where a night without a figure has a dash', async () => {
  const html = await pageOf();
  expect(html.match(/<rect\s+class="plot requests"/g)).toHaveLength(27);
  const rows = [...html.slice(html.indexOf('class="trend"')).matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) =>
    flat(row).trim(),
  );
  expect(rows.slice(0, 31)).toHaveLength(31);
  expect(rows[1]).toMatch(/^2026-01-30 02:00 alarm 1 /);
  expect(rows).toContain('2026-01-21 02:00 inconclusive 0 0 – – 0 0 %');
  expect(rows).toContain('2026-01-01 02:00 no alarm 0 9000 20 ms 90 ms 171 –');
});

test('a first night is drawn alone, and a run that is none has no such part', async () => {
  const [figures] = fold(nightRun).run.nightly?.trend ?? [];
  const one = nightsFigure(figures === undefined ? [] : [{ ...figures, requests: null, exit: null }]).text;
  expect(flat(one)).toContain('none this night');
  expect(one).not.toContain('NaN');
  expect(await pageOf(conformantRun)).not.toContain('id="night"');
});

test.each(hostileTexts)('text from a history adds no markup: %j', async (text) => {
  const [run, ...others] = nightRun;
  if (run?.k !== 'run' || run.nightly === undefined) throw new Error('it is no night');
  const [seen] = run.nightly.seen ?? [];
  if (seen === undefined) throw new Error('it has seen nothing');
  const hostile = {
    ...run.nightly,
    seen: [{ ...seen, requirement: text, first: text, last: text }],
    trend: run.nightly.trend.map((night) => ({ ...night, started_at: text, run: text })),
  };
  expect(markup(await pageOf([{ ...run, nightly: hostile }, ...others]))).toEqual(
    markup(await pageOf([{ ...run, nightly: plainOf(hostile) }, ...others])),
  );
});

/** The same with harmless texts. */
function plainOf(task: NightTask): NightTask {
  return {
    ...task,
    seen: task.seen?.map((one) => ({ ...one, requirement: 'a', first: 'a', last: 'a' })) ?? [],
    trend: task.trend.map((one) => ({ ...one, started_at: 'a', run: 'a' })),
  };
}
