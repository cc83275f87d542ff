import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../../cli/command/exit-codes.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { badge } from '../../../reports/ci/badge.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { transportRules } from '../../../spec/legacy/transport.ts';
import { differencesFromLine, verdictLines } from '../../support/runs/verdict-lines.ts';
import { endRecord, failureRecord, register as small, row, runRecord, sequenceRecord } from './synthetic.ts';

const checkout = row('legacy.checkout.shows', { needs: ['checkout', 'persona.approve'] });
const notified = row('legacy.event.sent', { needs: ['webhooks'] });
const tls = transportRules.sha2;
const register = { ...small, requirements: [...small.requirements, checkout, notified, tls] };

const means = [
  'legacy',
  'resource',
  'webhooks',
  'tokens',
  'persona.approve',
  'persona.pin',
  'checkout',
  'tls',
];
const interfaces = ['legacy', 'resource', 'webhooks'];

/** A run that lacks these means, for which all else has evidence but what these rows would show. */
function run(
  without: readonly string[] = [],
  { target, ...more }: Partial<Omit<RunRecord, 'target'>> & { target?: Partial<RunRecord['target']> } = {},
): RunRecord {
  const has = means.filter((one) => !without.includes(one));
  return runRecord({
    runs: 96,
    target: { name: 'sandbox', interfaces, capabilities: [], means: has, ...target },
    ...more,
  });
}
const all = register.requirements.flatMap(({ id, untestable }) => (untestable === undefined ? [id] : []));
const proving = (...left: readonly string[]) =>
  sequenceRecord(Object.fromEntries(all.filter((id) => !left.includes(id)).map((id) => [id, 1])));
const short = { k: 'suite', name: 'legacy/lifecycle', event: 'progress', at: 9, short: true } as const;
const few = { '--max-requests': 9 };
const [resource, pin, may, issues] = [
  'resource.create.authorized',
  'legacy.pin.asked',
  'legacy.capture.may-round',
  'legacy.capture.issues-id',
];
const whole = [proving(), endRecord];
const shard = { index: 1, of: 2, shared: true };
const noBrowser = (browserLacks: RunRecord['target']['browserLacks']) =>
  [
    run(['checkout'], { target: { browserTrouble: 'there is none', ...(browserLacks && { browserLacks }) } }),
    proving(checkout.id),
    endRecord,
  ] as const;

const runs: Readonly<Record<string, readonly JournalRecord[]>> = {
  nothing: [run(), ...whole],
  'what `--only` leaves out': [run([], { only: ['legacy', 'webhooks'] }), proving(resource), endRecord],
  'a browser': noBrowser('chromium'),
  'playwright-core': noBrowser('playwright-core'),
  TLS: [run(['tls']), proving(tls.id), endRecord],
  'an interface that the entry does not claim': [
    run(['resource', 'tokens'], { target: { interfaces: ['legacy', 'webhooks'] } }),
    proving(resource),
    endRecord,
  ],
  'a means, such as a clock that can be moved': [run(['persona.pin']), proving(pin), endRecord],
  'random sequences, by few `--runs`': [run([], { runs: 2 }), ...whole],
  'random sequences, by `--max-requests`': [run([], { settings: few }), short, ...whole],
  'evidence for a `may`': [run(), proving(may), endRecord],
  'evidence for a `must`: the requests were spent': [
    run([], { settings: few }),
    short,
    proving(issues),
    endRecord,
  ],
  'the core of an interface, such as tokens': [run(['tokens']), proving(resource), endRecord],
  'the target, which went away': [
    run(),
    { k: 'trouble', at: 5, kind: 'network', cause: 'refused', event: 'gone' },
    proving(issues),
    endRecord,
  ],
  'the other shards': [run([], { shard }), ...whole],
  'the end: the run was interrupted': [run(), proving(), { ...endRecord, interrupted: true }],
  'anything, with `--require-complete`': [
    run(['persona.pin'], { settings: { '--require-complete': true } }),
    proving(pin),
    endRecord,
  ],
  'anything, beside a violation': [
    run(['persona.pin']),
    proving(pin, 'legacy.capture.full-closes'),
    failureRecord(),
    endRecord,
  ],
};

/** The certificate of a run, with the exit status that the command has for it. */
function ended(records: readonly JournalRecord[]) {
  const certified = certificate(fold(records), register);
  const exit = certified.interrupted ? exitCodes.interrupted : exitCodes[certified.verdict];
  return { certificate: certified, exit, badge: badge(certified) };
}

describe('the table of what is missing', () => {
  it('has a run for each of its lines', () => {
    expect(Object.keys(runs)).toEqual(verdictLines.map(({ missing }) => missing));
    expect(verdictLines.length).toBeGreaterThan(16);
  });

  it.each(verdictLines)('$missing: $verdict, exit $exit, $colour', (line) => {
    expect(differencesFromLine(line, ended(runs[line.missing] ?? []))).toEqual([]);
  });

  it('names what was left out by reason, with its side and its rows', () => {
    const leftOut = (missing: string) => ended(runs[missing] ?? []).certificate.scope?.left_out;
    expect(leftOut('nothing')).toEqual([]);
    expect(leftOut('what `--only` leaves out')).toMatchObject([
      { reason: 'only', side: 'choice', requirements: [resource] },
    ]);
    expect(leftOut('a browser')).toMatchObject([
      { reason: 'browser', side: 'ours', requirements: [checkout.id] },
    ]);
    expect(leftOut('playwright-core')).toMatchObject([{ reason: 'peer', side: 'ours' }]);
    expect(leftOut('TLS')).toMatchObject([{ reason: 'tls', side: 'ours', requirements: [tls.id] }]);
    expect(leftOut('a means, such as a clock that can be moved')).toMatchObject([
      { reason: 'means', side: 'target', requirements: [pin] },
    ]);
  });
});

describe('a run that was to be complete', () => {
  const asked = { '--require-complete': true };

  it('is conformant where nothing is missing', () => {
    expect(ended([run([], { settings: asked }), ...whole]).certificate.verdict).toBe('conformant');
  });

  it.each(verdictLines.filter(({ exit, missing }) => exit === 0 && missing !== 'nothing'))(
    'is inconclusive without $missing, and names it',
    ({ missing }) => {
      const [first, ...rest] = runs[missing] ?? [];
      if (first?.k !== 'run') throw new Error(`no run for ${missing}`);
      const { certificate: found, exit } = ended([
        { ...first, settings: { ...first.settings, ...asked } },
        ...rest,
      ]);
      expect(found.verdict).toBe('inconclusive');
      expect(exit).toBe(3);
      expect(found.reasons).toEqual(
        found.scope?.narrowed_by.map(({ what }) => `not complete, as --require-complete asks: ${what}`),
      );
    },
  );
});

describe('what keeps a run from being conformant', () => {
  it('is no core of an interface that was not selected', () => {
    const found = ended([run(['tokens'], { only: ['legacy'] }), proving(resource, notified.id), endRecord]);
    expect(found.certificate.verdict).toBe('conformant');
    expect(found.certificate.scope?.left_out?.map(({ reason }) => reason)).toEqual(['only']);
  });

  it('is that nothing of what was selected has evidence', () => {
    const found = ended([run(['webhooks'], { only: ['webhooks'] }), endRecord]);
    expect(found.certificate.verdict).toBe('inconclusive');
  });

  it('is a bound of the entry, as far as it goes, like that of the command', () => {
    const found = ended([run([], { settings: { 'limits.max_requests': 9 } }), short, ...whole]);
    expect(found.certificate.scope?.left_out).toMatchObject([{ reason: 'max_requests', side: 'choice' }]);
  });
});
