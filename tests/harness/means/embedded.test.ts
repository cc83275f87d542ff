import { expect, it, onTestFinished } from 'vitest';
import { startEmbedded } from '../../../harness/embedded.ts';
import { meansOf } from '../../../harness/means/means.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { createWorld } from '../../../reference/world.ts';

it('the embedded target passes the preflight and claims every interface', async () => {
  const embedded = await startEmbedded(loadTarget({ file: 'targets.yaml', name: 'embedded' }), { seed: 1 });
  onTestFinished(() => embedded.close());
  const { capabilities } = await preflight(embedded.target);
  const means = meansOf(embedded.target, capabilities);
  expect([...means]).toEqual(
    expect.arrayContaining([
      'legacy',
      'resource',
      'webhooks',
      'pin',
      'tokens',
      'clock.advance',
      'payments.issue',
    ]),
  );
});

it('the local entry of targets.yaml has the keys of a new reference server', () => {
  const { keys, personas } = createWorld().settings;
  const { legacy, resource } = loadTarget({ file: 'targets.yaml', name: 'local' });
  expect(legacy).toMatchObject({ apiKey: keys.apiKey, secret: keys.secret, personas });
  expect(resource).toMatchObject({ secretKey: keys.secretKey, publicKey: keys.publicKey });
});
