import { stringify } from 'yaml';
import type { RunningReference } from '../../reference/server.ts';
import type { Chaos } from '../../reference/webhooks/chaos.ts';

/** It sends at once: what has not come after so long is missing, ms. As for the embedded target. */
const promptMs = 2000;
/** A delay may be that much longer on a busy machine. */
const margin = 1.5;

/** The entry of `targets.yaml` with which a served reference can be certified. */
export function targetEntry(
  {
    url,
    controlUrl,
    checkoutUrl,
    keys,
    personas,
  }: Pick<RunningReference, 'url' | 'controlUrl' | 'checkoutUrl' | 'keys' | 'personas'>,
  chaos?: Pick<Chaos, 'delayMs'>,
): string {
  const deadlineMs = promptMs + margin * (chaos?.delayMs ?? 0);
  return stringify({
    targets: {
      local: {
        kind: 'remote',
        legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
        resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
        webhooks: { listen: '127.0.0.1:0', deadline: `${Math.ceil(deadlineMs / 1000)}s` },
        // Used where there is a browser.
        checkout: { script_url: checkoutUrl },
        ...(controlUrl === undefined ? {} : { control: { url: controlUrl } }),
      },
    },
  });
}
