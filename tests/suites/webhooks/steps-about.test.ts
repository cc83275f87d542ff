import { expect, test } from 'vitest';
import { stepsAbout } from '../../../suites/webhooks/certify-notifications.ts';
import { line } from '../../reports/certificate/synthetic.ts';

const transcript = [
  line({ step: 's1', operation: 'set-webhook', control: true, call: { to: 'control' }, reply: { url: 'x' } }),
  ...['p1', 'p2', 'p3'].map((id, nth) => line({ step: `s${nth + 2}`, reply: { payment_id: id } })),
  line({ step: 's5', operation: 'close', call: { body: { payment_id: 'p2' } }, reply: null }),
  line({ step: 's6', operation: 'close', call: { body: { payment_id: 'p3' } }, reply: null }),
];

test.each([
  ['one payment', ['p2'], ['s1', 's3', 's5']],
  ['two payments', ['p1', 'p3'], ['s1', 's2', 's4', 's6']],
  ['none that is named', [], ['s1', 's2', 's3', 's4', 's5', 's6']],
])('a failure about %s has the steps that concern it', (_what, about, steps) => {
  expect(stepsAbout(transcript, about).map(({ step }) => step)).toEqual(steps);
});
