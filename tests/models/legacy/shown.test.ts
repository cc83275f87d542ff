import { describe, expect, it } from 'vitest';
import { parsedJson } from '../../../harness/wire/message.ts';
import { field } from '../../../models/checks.ts';
import { bodyChecks } from '../../../models/legacy/events/event-body.ts';
import { succeeded } from '../../../models/legacy/replies/replies.ts';
import { succeeded as resourceSucceeded } from '../../../models/resource/replies/verdicts.ts';
import type { Reply } from '../../../models/wire.ts';

const reply = (text: string): Reply => ({
  http: 200,
  contentType: 'application/json',
  ...parsedJson(text),
  text,
  sentAt: 0,
  receivedAt: 0,
});

const broken = '{"status":"op\u0001en"}';
const shownText = 'no JSON: "{\\"status\\":\\"op\\u0001en\\"}"';

describe('an accusation shows what came', () => {
  it.each([
    ['in a field of a reply', field('r', 'status', { type: 'text' }).test(reply(broken))],
    ['as the body of a success', succeeded.flatMap((one) => one.test(reply(broken))).slice(0, 1)],
    ['as the body of a success, resource', resourceSucceeded('r').test(reply(broken))],
  ])('where the text is no JSON, %s', (_, breaches) => {
    expect(breaches).toMatchObject([{ received: shownText }]);
  });

  it('where a notification is no JSON', () => {
    const checks = bodyChecks('capture_success', { paymentId: 'p' });
    const notification = { receivedAt: 0, contentType: '', ...parsedJson(broken), text: broken };
    expect(checks.flatMap((one) => one.test(notification))).toMatchObject([{ received: shownText }]);
  });

  it('where a number is beyond a double, alone and in a list', () => {
    const amount = field('r', 'amount', { type: 'number' });
    expect(amount.test(reply('{"amount":1e400}'))).toMatchObject([{ received: 'a number beyond 1.8e308' }]);
    expect(amount.test(reply('{"amount":[-1e400]}'))).toMatchObject([
      { received: '["a number beyond 1.8e308"]' },
    ]);
  });

  it('where the text is nested too deep, in bounds', () => {
    const [breach] = field('r', 'status', { type: 'text' }).test(reply('['.repeat(5000)));
    expect(breach?.received).toMatch(/^nested deeper than 200 levels: "\[{119}…$/);
  });

  it('says that nothing came only where nothing came', () => {
    expect(field('r', 'status', { type: 'text' }).test(reply(''))).toMatchObject([{ received: 'nothing' }]);
    expect(field('r', 'status', { type: 'text' }).test(reply('{}'))).toMatchObject([{ received: 'nothing' }]);
  });
});
