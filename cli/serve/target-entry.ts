import { stringify } from 'yaml';
import type { RunningReference } from '../../reference/server.ts';

/** The entry of `targets.yaml` with which a served reference can be certified. */
export function targetEntry(
  { url, controlUrl, keys, personas }: RunningReference,
  deadlineMs = 30_000,
): string {
  return stringify({
    targets: {
      local: {
        kind: 'remote',
        legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
        resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
        webhooks: { listen: '127.0.0.1:0', deadline: `${Math.ceil(deadlineMs / 1000)}s` },
        ...(controlUrl === undefined ? {} : { control: { url: controlUrl } }),
      },
    },
  });
}
