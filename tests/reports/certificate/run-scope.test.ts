import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { junit } from '../../../reports/ci/junit.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { page } from '../../../reports/page/page.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { transportRules } from '../../../spec/legacy/transport.ts';
import { endRecord, failureRecord, register, runRecord, sequenceRecord } from './synthetic.ts';

const both: RunRecord['target'] = {
  name: 'sandbox',
  interfaces: ['legacy', 'resource', 'webhooks'],
  capabilities: [],
  means: ['legacy', 'resource', 'webhooks', 'tokens', 'persona.approve', 'persona.pin'],
};
const whole = (more: Partial<RunRecord> = {}) => runRecord({ target: both, runs: 96, ...more });
const without = (...means: readonly string[]) =>
  whole({ target: { ...both, means: both.means.filter((one) => !means.includes(one)) } });
const testable = [
  'legacy.capture.full-closes',
  'legacy.capture.issues-id',
  'legacy.capture.may-round',
  'legacy.pin.asked',
  'resource.create.authorized',
];
const proving = (...ids: readonly string[]) => sequenceRecord(Object.fromEntries(ids.map((id) => [id, 1])));
const everything = proving(...testable);

/** The certificate of a run, and the words of each report that shows its verdict. */
function reported(...records: readonly JournalRecord[]) {
  const summary = fold(records);
  const certified = certificate(summary, register);
  expect(() => certificateSchema.parse(certified)).not.toThrow();
  const text = runText(certified, summary, register, 'runs/one').split('\n').at(-1) ?? '';
  const html = page({ certificate: certified, summary, register, dir: 'runs/one', diagrams: [] });
  const xml = junit(certified, summary, register, 'runs/one');
  return { certified, text, html, xml };
}

const conformantIn = /conformant in what was (?:tested|selected): legacy \d of 5/;

describe('a run in which everything was tested', () => {
  it.each([
    ['over http', [], 'tls'],
    ['over https', ['tls'], 'untested'],
  ])('that lacks only what a handshake shows is not complete, %s', (_, means, reason) => {
    const summary = fold([
      whole({ target: { ...both, means: [...both.means, ...means] } }),
      everything,
      endRecord,
    ]);
    const rows = { ...register, requirements: [...register.requirements, ...Object.values(transportRules)] };
    const { scope } = certificate(summary, rows);
    expect(scope?.complete).toBe(false);
    expect(scope?.narrowed_by.map(({ by }) => by)).toEqual([reason]);
  });

  it('is conformant without more words, however few statements can be tested over HTTP', () => {
    const { certified, text } = reported(whole(), everything, endRecord);
    expect(certified).toMatchObject({ verdict: 'conformant', scope: { complete: true, narrowed_by: [] } });
    expect(text).toBe('sandbox is conformant');
    expect(certified.scope?.interfaces).toContainEqual({
      name: 'legacy',
      claimed: true,
      asked_for: true,
      core: true,
      requirements: 5,
      testable: 4,
      reachable: 4,
      tested: 4,
    });
  });
});

describe('a narrowed run', () => {
  const ownOfLegacy = testable.filter((id) => !id.startsWith('resource'));
  const legacy = proving(...ownOfLegacy);
  const ended = { ...endRecord, interrupted: true };
  const short = { k: 'suite', name: 'legacy/lifecycle', event: 'progress', at: 9, short: true } as const;
  const limited = { '--max-requests': 2000 };
  it.each<[by: string, verdict: string, ...records: JournalRecord[]]>([
    ['only', 'conformant', whole({ only: ['legacy'] }), legacy, endRecord],
    ['runs', 'conformant', whole({ runs: 2 }), everything, endRecord],
    ['max_requests', 'conformant', whole({ settings: limited }), everything, short, endRecord],
    ['interrupted', 'inconclusive', whole(), everything, ended],
    ['untested', 'inconclusive', whole(), legacy, endRecord],
    [
      'means',
      'conformant',
      without('persona.pin'),
      proving(...testable.filter((id) => id !== 'legacy.pin.asked')),
      endRecord,
    ],
    ['core', 'inconclusive', without('tokens'), everything, endRecord],
    [
      'unclaimed',
      'conformant',
      whole({
        target: { ...both, interfaces: ['legacy'], means: ['legacy', 'persona.approve', 'persona.pin'] },
      }),
      legacy,
      endRecord,
    ],
  ])('by %s is %s, and never reads conformant without its scope', (by, verdict, ...records) => {
    const { certified, text, html, xml } = reported(...records);
    expect(certified.verdict).toBe(verdict);
    expect(certified.scope?.complete).toBe(false);
    expect(certified.scope?.narrowed_by.map((one) => one.by)).toContain(by);
    for (const shown of [text, html, xml]) expect(shown).toMatch(conformantIn);
    expect(text).not.toMatch(/is conformant(?! in what was (?:tested|selected))/);
  });

  it('by --bail says so where a violation ended it', () => {
    const { certified, text } = reported(whole({ settings: { '--bail': true } }), failureRecord(), endRecord);
    expect(certified.scope?.narrowed_by.map(({ by }) => by)).toContain('bail');
    expect(text).toMatch(/^sandbox is not conformant: .*; tested: legacy 1 of 5, resource 0 of 1$/);
  });

  it('is not said of a limit that was not met', () => {
    const { certified } = reported(
      whole({ settings: { ...limited, '--bail': true } }),
      everything,
      endRecord,
    );
    expect(certified.scope?.complete).toBe(true);
  });
});

describe('an interface that is claimed and whose core can not be tried', () => {
  it.each([
    ['tokens', /core of resource can not be tried: there is no payment .*resource\.tokens/],
    ['persona.approve', /core of legacy can not be tried: .*legacy\.personas\.approve/],
    ['webhooks', /core of webhooks can not be tried: .*webhooks block/],
  ])('without %s, makes the verdict inconclusive and names the setting', (means, says) => {
    const { certified } = reported(without(means), everything, endRecord);
    expect(certified.verdict).toBe('inconclusive');
    expect(certified.reasons).toEqual([expect.stringMatching(says)]);
  });

  it('does not hide a violation', () => {
    expect(reported(without('tokens'), failureRecord(), endRecord).certified.verdict).toBe('nonconformant');
  });
});
