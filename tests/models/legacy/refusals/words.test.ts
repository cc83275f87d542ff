import { describe, expect, it } from 'vitest';
import { accused, replies, sequence } from '../../../support/setups/legacy-replies.ts';

const { authorized, captured, closed, captureFailed } = replies;
const saying = (status: string) => ({ http: 400, json: { status } });
const page = { http: 400, contentType: 'text/html', json: undefined };

const mismatch = ['legacy.common.checksum-status'];
const noJson = ['legacy.common.no-json-status'];
const words = ['request_failed', 'failed_request', 'bad_request', 'capture_fail'] as const;

/** The rules that this answer to the last step breaks. */
const by = (steps: readonly string[], answers: readonly object[], answer: object) =>
  accused(sequence('authorize one line', ...steps), [authorized, ...answers, answer]);

describe('a refusal whose status a table names', () => {
  it.each(words)('says request_failed of a wrong checksum, not %s', async (status) => {
    const expected = status === 'request_failed' ? [] : mismatch;
    expect(await by(['capture checksum with another secret'], [], saying(status))).toEqual(expected);
  });

  it.each(['no body', 'no JSON', 'body cut off'])('says bad_request of %s', async (kind) => {
    const accusedBy: Record<string, readonly string[]> = {};
    for (const status of words) accusedBy[status] = await by([`capture ${kind}`], [], saying(status));
    expect(accusedBy).toEqual({
      request_failed: noJson,
      failed_request: noJson,
      bad_request: [],
      capture_fail: noJson,
    });
  });
});

describe('no target is accused', () => {
  it.each(['capture checksum with another secret', 'capture no JSON'])(
    'who answers %s without JSON, which is where the status would be',
    async (step) => {
      expect(await by([step], [], page)).toEqual([]);
    },
  );

  it.each(words)('who says %s of what is JSON and no object', async (status) => {
    expect(await by(['capture array for object'], [], saying(status))).toEqual([]);
    expect(await by(['capture null for object'], [], saying(status))).toEqual([]);
  });

  it.each(words)('who says %s where a wrong checksum is not all that is wrong', async (status) => {
    expect(await by(['capture checksum garbled'], [], saying(status))).toEqual([]);
    expect(await by(['capture checksum missing'], [], saying(status))).toEqual([]);
  });

  it.each<[string, object]>([
    ['the checksum', saying('request_failed')],
    ['the state', captureFailed],
  ])('who refuses a wrong checksum on a closed payment for %s', async (_cause, answer) => {
    const step = 'capture checksum with another secret';
    expect(await by(['close plain', step], [closed], answer)).toEqual([]);
    expect(await by(['capture full', step], [captured('c1')], answer)).toEqual([]);
  });

  it.each(['request_failed', 'failed_request', 'authorize_fail', 'bad_request'])(
    'who says %s at Authorize, whose example is of another status than the table',
    async (status) => {
      const json = { status, reason: 'bad_checksum', message: 'm' };
      const answer = { http: 400, json };
      expect(await accused(sequence('authorize checksum with another secret'), [answer])).toEqual([]);
      expect(await accused(sequence('authorize no JSON'), [answer])).toEqual([]);
    },
  );

  it('who fails the capture of a closed payment as such', async () => {
    expect(await by(['close plain', 'capture full'], [closed], captureFailed)).toEqual([]);
  });
});
