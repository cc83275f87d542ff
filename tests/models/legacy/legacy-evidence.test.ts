import { describe, expect, it } from 'vitest';
import { body, judged, replies, sequence } from '../../support/setups/legacy-replies.ts';

const { authorized, captured, captureFailed, shown, updated } = replies;
const page = { http: 400, contentType: 'text/html', json: undefined };
const malformed = { http: 400, json: { status: 'bad_request', reason: 'bad_request', message: 'm' } };
const rejected = { http: 400, json: { status: 'failed_request', reason: 'rejected', message: 'm' } };
const declined = { ...rejected, json: { ...rejected.json, status: 'authorize_fail' } };

/** The rules that the last of these answers proves. */
async function provenByLast(
  steps: readonly string[],
  answers: readonly object[],
): Promise<readonly string[]> {
  const { accused, proven } = await judged(sequence(...steps), answers);
  expect(accused).toEqual([]);
  const before = (await judged(sequence(...steps.slice(0, -1)), answers.slice(0, -1))).proven;
  return [...proven].filter(([rule, times]) => times > (before.get(rule) ?? 0)).map(([rule]) => rule);
}

describe('no evidence is', () => {
  it.each<[string, string, string[], object[]]>([
    [
      'a refusal without JSON of the content type of JSON',
      'legacy.common.content-type',
      ['authorize one line', 'status checksum garbled'],
      [authorized, page],
    ],
    [
      'a refusal without JSON of the status of a failure',
      'legacy.common.failure-status',
      ['authorize one line', 'capture no tax'],
      [authorized, page],
    ],
    [
      'failed_request of the status authorize_fail',
      'legacy.authorize.fail-status',
      ['authorize one line'],
      [rejected],
    ],
    [
      'a failed capture without a reason of the reason closed',
      'legacy.capture.closed-reason',
      ['authorize one line', 'capture full', 'capture full'],
      [authorized, captured('c1'), captureFailed],
    ],
    [
      'the same expiry after an update within the same second of one that is not renewed',
      'legacy.update.keeps-expiry',
      ['authorize one line', 'status read', 'update same order', 'status read'],
      [authorized, shown('open'), updated, shown('open')],
    ],
    [
      'a refusal of an update without its order, since that lacks its order_ref too',
      'legacy.update.required-fields',
      ['authorize one line', 'update malformed: order missing'],
      [authorized, malformed],
    ],
    [
      'a refusal of a payment_id that is null, which may be for its type',
      'legacy.status.required-fields',
      ['authorize one line', 'status malformed: payment_id null'],
      [authorized, malformed],
    ],
    [
      'an authorization without some optional fields of all that may be left out',
      'legacy.authorize.optional-fields',
      ['authorize one line'],
      [authorized],
    ],
    [
      'a checksum in capitals that is accepted of hex checksums, since it may be refused',
      'legacy.checksum.hex',
      ['authorize one line', 'status checksum in capitals'],
      [authorized, shown('open')],
    ],
    [
      'another method that is executed of the method POST, since it may be refused',
      'legacy.common.post',
      ['authorize one line', 'status method PUT'],
      [authorized, shown('open')],
    ],
  ])('%s', async (_claim, rule, steps, answers) => {
    expect(await provenByLast(steps, answers)).not.toContain(rule);
  });
});

describe('evidence is', () => {
  it.each<[string, string, string[], object[]]>([
    ['authorize_fail of its own row', 'legacy.authorize.fail-status', ['authorize one line'], [declined]],
    [
      'a failed capture with the reason closed of that reason',
      'legacy.capture.closed-reason',
      ['authorize one line', 'capture full', 'capture full'],
      [authorized, captured('c1'), { ...captureFailed, reason: 'closed' }],
    ],
    [
      'the same expiry after an update a second later of one that is not renewed',
      'legacy.update.keeps-expiry',
      ['authorize one line', 'status read', 'update same order, a second later', 'status read'],
      [authorized, shown('open'), updated, shown('open')],
    ],
    [
      'a refusal of an update without its payment_id of the fields that it needs',
      'legacy.update.required-fields',
      ['authorize one line', 'update malformed: payment_id missing'],
      [authorized, malformed],
    ],
  ])('%s', async (_claim, rule, steps, answers) => {
    expect(await provenByLast(steps, answers)).toContain(rule);
  });
});

describe('an authorization that may be refused for its authorize_type', () => {
  const discount = { item_id: 'coupon', title: 'c', amount: -1, quantity: 1 };
  const { items, total_amount: total } = body.order;
  const order = { ...body.order, items: [...items, discount], total_amount: total - 1 };

  it.each<[string, object, string[]]>([
    ['without one', {}, ['legacy.authorize.discount']],
    ['with one', { options: { authorize_type: 'simple' } }, ['legacy.authorize.types']],
  ])('shows by its success nothing else of its form: %s', async (_claim, options, rules) => {
    const steps = sequence('authorize one line').map((step) => ({
      ...step,
      data: { encoding: 'hex', body: { ...body, order, ...options } },
    }));
    const { accused, proven } = await judged(steps, [authorized]);
    expect(accused).toEqual([]);
    const form = ['discount', 'optional-fields', 'types'].map((name) => `legacy.authorize.${name}`);
    expect(form.filter((rule) => proven.has(rule))).toEqual(rules);
  });
});
