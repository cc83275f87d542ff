import { expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { page } from '../../../reports/page/page.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { endRecord, exchangeRecord, failureRecord, register, runRecord } from '../certificate/synthetic.ts';

const body = JSON.stringify({ description: 'a\u0000b' });

/** Updates in sequences of their own, each behind a creation, with these answers. */
const updates = (https: readonly number[], more: { readonly body?: string; readonly kind?: string } = {}) =>
  https.flatMap((http, index): readonly JournalRecord[] => {
    const at = { phase: 'explore', suite: 'resource/payments', sequence: `u/${index}` } as const;
    const request = {
      method: 'PUT',
      url: 'http://t.test/payments/pay_1',
      headers: {},
      body: more.body ?? body,
    };
    const reply = { http, headers: {}, body: '{"code":"service.exception"}' };
    return [
      exchangeRecord({ ...at, operation: 'create', kind: 'plain' }),
      exchangeRecord({
        ...at,
        step: 's2',
        operation: 'update',
        kind: more.kind ?? `k${index}`,
        request,
        reply,
      }),
    ];
  });

const summaryOf = (records: readonly JournalRecord[]) => fold([runRecord(), ...records, endRecord]);

test('a text that is answered with an error each time is one kind of request, whatever else is asked', () => {
  expect(summaryOf(updates([500, 500, 500])).serverErrors).toEqual([
    {
      request: 'a request with U+0000 in a text',
      http: 500,
      times: 3,
      example: {
        sequence: 'u/0',
        steps: [
          expect.objectContaining({ step: 's1' }),
          {
            step: 's2',
            request: `PUT http://t.test/payments/pay_1 ${body}`,
            answer: '500 {"code":"service.exception"}',
          },
        ],
      },
    },
  ]);
});

test('where another operation takes such a text, the one that does not is named', () => {
  const refund = updates([200]).map((record) =>
    record.k === 'exchange' && record.operation === 'update' ? { ...record, operation: 'refund' } : record,
  );
  const told = summaryOf([...refund, ...updates([500, 500])]).serverErrors;
  expect(told.map(({ request }) => request)).toEqual(['update with U+0000 in a text']);
});

test('a kind of request without such a text is shown by its name', () => {
  const [found] = summaryOf(updates([500, 501, 500], { body: '{}', kind: 'all' })).serverErrors;
  expect(found).toMatchObject({ request: 'update all', times: 3 });
});

test.each([
  ['answered otherwise once', updates([500, 200, 500, 500])],
  ['answered so once', updates([500])],
  ['answered so twice and has no such text', updates([500, 500], { body: '{}', kind: 'all' })],
  ['answered by a gateway', updates([503, 502, 504])],
  ['accused', [...updates([500, 500, 500], { kind: 'all' }), accusing('update', 'all')]],
])('a kind of request that is %s is not told', (_name, records) => {
  expect(summaryOf(records).serverErrors).toEqual([]);
});

test('it is a warning in the certificate, on the terminal and on the page', () => {
  const summary = summaryOf(updates([500, 500, 500]));
  const certified = certificate(summary, register);
  const warning = 'a request with U+0000 in a text is answered with 500 each time: 3 of 3';
  expect(certified.warnings).toEqual([warning]);
  expect(certified.server_errors?.[0]?.example.steps).toHaveLength(2);
  const text = runText(certified, summary, register, 'out');
  expect(text).toContain(`warning: ${warning}`);
  expect(text).toContain('s2  PUT http://t.test/payments/pay_1');
  const shown = page({
    certificate: certified,
    summary,
    register,
    dir: 'out',
    diagrams: [],
    night: undefined,
  });
  expect(shown).toContain(warning);
  expect(shown).toContain('PUT http://t.test/payments/pay_1');
});

function accusing(operation: string, kind: string): JournalRecord {
  const failure = failureRecord();
  const [last] = failure.transcript.slice(-1);
  return { ...failure, transcript: last === undefined ? [] : [{ ...last, operation, kind }] };
}
