import { expect, it } from 'vitest';
import { agreedBy } from '../../support/setups/agreed-choices.ts';
import { scenario } from '../../support/setups/resource-scenario.ts';

const malformed = {
  reference: 'r',
  status: '400',
  code: 'request_content.malformed',
  title: 'Malformed request content',
  description: 'd',
};

it.each([
  [
    'a refund of zero is shown by its refusal',
    'captured: refund {"amount":0} -> 403 service.forbidden',
    { 'resource.refund.amount-not-positive': 'other-4xx' },
  ],
  [
    'and not by the refusal of one below zero, which a target refuses that takes one of zero',
    'captured: refund {"amount":-1} -> 403 service.forbidden',
    {},
  ],
  [
    'and not where nothing is left of its capture',
    'captured, refunded 1000: refund {"amount":-1} -> 403 service.forbidden',
    {},
  ],
  [
    'whether the body or the state comes first is not shown by a capture with nothing left, which the body names',
    `captured, refunded 1000: refund {"amount":1} of no capture -> 400 ${JSON.stringify(malformed)}`,
    {},
  ],
])('%s', (_claim, line, settled) => {
  const { outcomes, answer } = scenario(line);
  expect(agreedBy(outcomes, answer)).toEqual(settled);
});
