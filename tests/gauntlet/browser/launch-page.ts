import type { CheckoutResult } from '../../../harness/checkout/launched.ts';
import { openCheckout, type OpenCheckout } from '../../../harness/checkout/open-checkout.ts';
import { referenceCheckout } from '../../../harness/checkout/checkout-settings.ts';
import { startHostileCheckout } from './hostile-checkout.ts';
import type { HostilePage } from './pages.ts';

/** What became of a page. */
export interface Shown {
  readonly ms: number;
  readonly lost: CheckoutResult['lost'];
  /** What is not as it must be. */
  readonly faults: readonly string[];
}

/** Opens hostile pages one after the other in one checkout, each followed by a sound one. */
export interface PageRunner {
  run(page: HostilePage): Promise<Shown>;
  close(): Promise<void>;
}

const key = 'api_test_4f1c7a90e2b85d36';
const secret = 'sec_test_b07d52c94ae8136f';
const consumer = { email: 'a@consumer.test', phone: '08000000001' };

/** How long a consumer waits for a page that would never end, ms: they do at once what they do. */
const shortMs = 6000;
/** How long one waits for a page that is cut by what it tells or loads, which takes longer on a busy machine: as long as by default, ms. */
const patientMs = 30_000;

/** Opens the checkout. Throws an Error where there is no browser. */
export async function openPages(): Promise<PageRunner> {
  const host = await startHostileCheckout(secret);
  const settings = { ...referenceCheckout(host.scriptUrl), consumer: [] };
  const secrets = [
    { where: 'legacy.api_key', value: key },
    { where: 'legacy.secret', value: secret },
  ];
  const open = async (waitMs: number): Promise<OpenCheckout> => {
    const checkout = await openCheckout(settings, { waitMs, secrets });
    if ('none' in checkout) throw new Error(checkout.none);
    return checkout;
  };
  const [short, patient] = [await open(shortMs), await open(patientMs)];
  return {
    run: async (page) => {
      const permitted: readonly CheckoutResult['lost'][] = page.lost ?? [undefined];
      const isCut = permitted.includes('too much');
      const waitMs = isCut ? patientMs : shortMs;
      const launch = (): Promise<CheckoutResult> =>
        (isCut ? patient : short).launch({ key, data: {} }, consumer);
      const before = host.reached();
      host.show(page);
      const began = performance.now();
      const { lost, refusedHosts, leaks } = await launch();
      const ms = Math.round(performance.now() - began);
      host.show(undefined);
      const next = await launch();
      const { tcp, udp } = host.reached();
      return {
        ms,
        lost,
        faults: [
          ...(tcp > before.tcp ? [`${tcp - before.tcp} connections to another host`] : []),
          ...(udp > before.udp ? [`${udp - before.udp} datagrams to another host`] : []),
          ...(ms > 2 * waitMs ? [`it took ${ms} ms`] : []),
          ...(permitted.includes(lost) ? [] : [`the launch was lost: ${lost ?? 'no'}`]),
          ...(page.isFound === true && leaks.length === 0 ? ['the secret was not found'] : []),
          ...(page.isFound === true && refusedHosts.length === 0 ? ['no host was refused'] : []),
          ...(next.told.length === 1 ? [] : ['the launch after it told nothing']),
        ],
      };
    },
    close: async () => {
      await Promise.all([short.close(), patient.close()]);
      await host.close();
    },
  };
}
