import { expect, test } from 'vitest';
import { choices } from '../../../reference/choices.ts';
import { profileNamed } from '../../../reference/profiles.ts';
import { randomProfile } from '../../../reference/erratic.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded, type EmbeddedOutcome } from '../../../suites/faults/certify-embedded.ts';

/** Small, so that all of them take seconds; `profiles` in `tools/` runs as many and as long as is asked for. */
const small = { runs: 6, randomOnly: true };

// Chosen so that each choice of each open point is in one of them; 4 and 24 once led to a false accusation.
const fillings = [62, 232, 523, 1376, 1443, 1716, 3480, 4610, 5387, 5965];

const accusations = ({ failures }: EmbeddedOutcome) =>
  failures.map(({ requirement, summary }) => `${requirement.join(', ')}: ${summary}`);

test('the fillings have every choice of every open point', () => {
  const seen = new Set(
    fillings.flatMap((seed) =>
      Object.entries(randomProfile(seed)).map(([latitude, choice]) => `${latitude}=${choice}`),
    ),
  );
  expect(choices.filter(({ latitude, choice }) => !seen.has(`${latitude}=${choice}`))).toEqual([]);
});

// Side by side, since each waits for notifications a third of its time.
test.concurrent.each(fillings)(
  'a conforming server that answers open points by profile %i is not accused',
  async (seed) => {
    expect(accusations(await certifyEmbedded({ ...small, seed, profile: randomProfile(seed) }))).toEqual([]);
  },
  240_000,
);

test('a server with the profile as-recorded is not accused, and its answers are observed', async () => {
  const outcome = await certifyEmbedded({
    ...small,
    runs: 3,
    seed: 1,
    named: 'as-recorded',
    claims: (
      ['legacy/lifecycle', 'resource/payments', 'resource/tokens', 'webhooks/notifications'] as const
    ).map((name) => claims[name]),
  });
  expect(accusations(outcome)).toEqual([]);
  const { latitudes } = certificate(fold(outcome.records), register);
  const observed = Object.fromEntries(latitudes.map((row) => [row.id, row.observed]));
  expect(observed).toMatchObject(profileNamed('as-recorded').choices);
}, 240_000);

test('a server that answers every open point inconsistently is not accused, and the certificate shows both answers', async () => {
  const latitude = 'legacy.refund.open-payment-state';
  const pin = 'legacy.errors.bad-key-http';
  const outcome = await certifyEmbedded({
    seed: 2,
    runs: 16,
    randomOnly: true,
    erratic: true,
    profile: { [pin]: '401' },
  });
  expect(accusations(outcome)).toEqual([]);
  const { latitudes } = certificate(fold(outcome.records), register);
  const wavering = latitudes.filter(({ consistent }) => !consistent);
  expect(wavering.map(({ id }) => id)).toContain(latitude);
  const observations = wavering.find(({ id }) => id === latitude)?.observations ?? [];
  const answers = observations.map(({ example }) => `${example?.made.request} ${example?.made.answer}`);
  // That it can be closed or captured shows that it is open, as Status does.
  expect(answers).toContainEqual(
    expect.stringMatching(
      /POST \/pay\/(status|close|capture) .* 200 .*"status":"(open|close_success|capture_success)"/,
    ),
  );
  expect(answers).toContainEqual(expect.stringMatching(/POST \/pay\/status .* 200 .*"status":"close"/));
  expect(latitudes.find(({ id }) => id === pin)).toMatchObject({ observed: '401', consistent: true });
}, 240_000);
