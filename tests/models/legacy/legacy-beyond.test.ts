import { describe, expect, it } from 'vitest';
import { accused, replies, sequence } from '../../support/setups/legacy-replies.ts';

const { authorized, captured, captureFailed, refunded, refundFailed, shown, updated } = replies;
const updateFailed = { ...updated, status: 'update_fail', reason: 'order_ref', message: 'm' };
const above = ['legacy.refund.above-refundable'];

describe('when the captured amount is unspecified, the model accuses', () => {
  it.each<[string, string[], object[], string[]]>([
    [
      'no target that refuses a line of no order',
      ['capture a line of no order', 'capture full'],
      [captureFailed, captured('c1')],
      [],
    ],
    [
      'no target that passes over a line of no order and captures nothing',
      ['capture a line of no order', 'refund remaining+1', 'status read'],
      [captured('c1'), refundFailed('c1'), shown('open')],
      [],
    ],
    [
      'a target that captured something for a line of no order',
      ['capture a line of no order', 'refund remaining+1'],
      [captured('c1'), refunded('c1')],
      [...above, 'legacy.capture.items-of-order'],
    ],
    [
      'a target that closes by a line of no order',
      ['capture a line of no order', 'status read'],
      [captured('c1'), shown('close')],
      ['legacy.capture.items-of-order'],
    ],
    [
      'no target that takes a line again',
      ['capture one line', 'capture a line again', 'refund full'],
      [captured('c1'), captured('c2'), refunded('c2')],
      [],
    ],
    [
      'a target that returns more for a line taken again than all that can have been captured',
      ['capture one line', 'capture a line again', 'refund beyond all'],
      [captured('c1'), captured('c2'), refunded('c2')],
      above,
    ],
    [
      'no target that captures more pieces than are left while some are, nor what is closed by it',
      ['capture half the quantity', 'capture more of a line than is left', 'status read'],
      [captured('c1'), captured('c2'), shown('close')],
      [],
    ],
    [
      'no target that refuses more pieces than are left',
      ['capture half the quantity', 'capture more of a line than is left', 'capture one line'],
      [captured('c1'), captureFailed, captured('c2')],
      [],
    ],
    [
      'a target that refuses more pieces than are left and then those that are',
      ['capture half the quantity', 'capture more of a line than is left', 'status read', 'capture one line'],
      [captured('c1'), captureFailed, shown('open'), captureFailed],
      ['legacy.capture.partial-succeeds', 'legacy.capture.items-of-order'],
    ],
    [
      'no target for a refund below zero that leaves more to refund',
      ['capture full', 'refund below zero', 'refund full'],
      [captured('c1'), refunded('c1'), refunded('c1')],
      [],
    ],
    [
      'whose refund below zero leaves any amount to refund',
      ['capture full', 'refund below zero', 'refund beyond all'],
      [captured('c1'), refunded('c1'), refunded('c1')],
      above,
    ],
  ])('%s', async (_claim, steps, answers, rules) => {
    expect(await accused(sequence('authorize one line', ...steps), [authorized, ...answers])).toEqual(rules);
  });
});

describe('about an unspecified refusal the model accuses', () => {
  it.each<[string, string, object, string[]]>([
    ['nobody with the status of its operation', 'capture no tax', captureFailed, []],
    ['nobody with a status of any operation', 'capture no tax', { status: 'bad_request' }, []],
    [
      'a target that gives the status of another operation',
      'capture no tax',
      { ...captureFailed, status: 'refund_fail' },
      ['legacy.common.failure-status'],
    ],
    [
      'a target that leaves out what a failure holds',
      'capture no tax',
      { status: 'capture_fail' },
      ['legacy.capture.fail-reply'],
    ],
  ])('%s', async (_claim, step, answer, rules) => {
    expect(await accused(sequence('authorize one line', step), [authorized, answer])).toEqual(rules);
  });

  it('no target that sets an order_ref once and refuses to do it again', async () => {
    const steps = sequence('authorize one line', 'update another order_ref only');
    expect(await accused(steps, [authorized, updateFailed])).toEqual([]);
  });
});
