import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWorld } from '../../../reference/world.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { legacyClient } from '../../reference/scripts/legacy-client.ts';

it('notifications about the payments of others are counted but not judged', async () => {
  const ending = new AbortController();
  let payments = 0;
  let others: Promise<void> = Promise.resolve();
  const outcome = await certifyEmbedded({
    seed: 3,
    runs: 24,
    randomOnly: true,
    claims: [claims['webhooks/notifications'], claims['webhooks/retries']],
    settings: (target) => {
      const { keys, personas } = createWorld().settings;
      const pay = legacyClient({ url: target.legacy?.baseUrl ?? '', controlUrl: undefined, keys, personas });
      // Another merchant's tests on the same sandbox, with the same keys and the same URL for notifications.
      const buy = async (): Promise<void> => {
        while (!ending.signal.aborted) {
          const { payment_id: payment } = (await pay.authorize()).body;
          await pay.about('capture', payment);
          await pay.about('close', payment);
          payments += 1;
          await sleep(5);
        }
      };
      others = buy();
      return target;
    },
    enough: () => false,
  }).finally(() => ending.abort());
  await others.catch(() => undefined);
  expect(payments).toBeGreaterThan(10);
  expect(outcome.failures).toEqual([]);
  const { totals } = fold(outcome.records);
  expect(totals.webhooksOfOthers).toBeGreaterThan(3 * 10);
  expect(totals.webhooksOfOthers).toBeLessThanOrEqual(4 * (payments + 1));
});
