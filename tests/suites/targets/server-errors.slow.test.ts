import { expect, test } from 'vitest';
import { startReference } from '../../../reference/server.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { serverErrorWarning } from '../../../reports/journal/server-errors.ts';
import { Fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { type Passing, serviceException, startProxy } from '../../gauntlet/support/proxy.ts';
import { reachedAt } from '../../support/targets/unsteady-proxy.ts';

/** A certificate of a server that answers 500 where `fails` says so. */
async function certifiedFailing(fails: (request: Passing) => boolean) {
  const server = await startReference({ seed: 1 });
  const proxy = await startProxy(() => server.url, {
    before: (request) => (fails(request) ? { ...request, instead: serviceException } : request),
  });
  try {
    const folded = new Fold();
    await certifyEmbedded({
      onRecord: (record) => folded.add(record),
      seed: 1,
      // Texts that few shops need are planned, not drawn.
      runs: 1,
      claims: [claims['resource/payments']],
      settings: (target) => ({
        ...reachedAt(target, proxy.url),
        control: { url: `${proxy.url}/control` },
      }),
    });
    return certificate(folded.summary(), register);
  } finally {
    await proxy.close();
    await server.close();
  }
}

const holdsNull = ({ body }: Passing): boolean => body.includes('\\u0000');

test('texts with U+0000 that are answered with 500 each time are listed, with the requests that show it', async () => {
  const { warnings, server_errors: told = [], failures } = await certifiedFailing(holdsNull);
  expect(failures).toEqual([]);
  expect(told.length).toBeGreaterThan(0);
  for (const one of told) {
    expect(one.request).toContain('U+0000');
    expect(one.http).toBe(500);
    expect(one.example.steps.at(-1)?.answer).toMatch(/^500 /);
    expect(warnings).toContain(serverErrorWarning(one));
  }
});

test('a request that is answered with 500 once is not', async () => {
  let isDone = false;
  const { server_errors: told } = await certifiedFailing((request) => {
    if (isDone || !holdsNull(request)) return false;
    isDone = true;
    return true;
  });
  expect(isDone).toBe(true);
  expect(told).toBeUndefined();
});
