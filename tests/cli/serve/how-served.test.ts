import { expect, test } from 'vitest';
import { howText } from '../../../cli/serve.ts';
import { faults } from '../../../reference/faults.ts';
import { chaosOf } from '../../../reference/webhooks/chaos.ts';

test('a served reference says which faults it has, which choices it makes, and how it sends', () => {
  const [fault] = faults;
  const id = fault?.id ?? '';
  const text = howText({
    fault: [id],
    profile: ['legacy.refund.payment-state=reopens'],
    chaos: chaosOf('delay=3s,reorder'),
  });
  expect(text.trimEnd().split('\n')).toEqual([
    `# Runs with fault ${id}: breaks ${fault?.requirement ?? ''}`,
    '# Runs with profile legacy.refund.payment-state=reopens',
    '# Runs with chaos delay=3000ms,duplicate=0,reorder=1',
  ]);
});

test('one without any says nothing', () => {
  expect(howText({})).toBe('');
});
