import { expect, test } from 'vitest';
import { faults as seeded } from '../../../reference/faults.ts';
import { allClaims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { certifyFault } from '../../../suites/faults/certify-fault.ts';
import { onFreshServer, replayOn } from '../../../tools/reproductions/replay-afresh.ts';

const mixedUp = seeded.filter(({ answers, concurrent }) => answers !== undefined && concurrent === true);

test.each(mixedUp.map((fault) => [fault.id, fault] as const))(
  '%s is blamed on its own row, with the sequences that show it at once',
  { timeout: 240_000 },
  async (id, fault) => {
    const { blamed, accused, failure } = await certifyFault(fault, { runs: 64, seed: 1 });
    expect(blamed, accused.join(', ')).toBe(true);
    if (failure?.together === undefined) throw new Error('it does not say what ran beside it');
    expect(failure.flaky).toBe(false);
    const stepsOf = (lines: readonly { readonly step: string }[]) => lines.map(({ step }) => step);
    const idsOf = (sequence: readonly { readonly id: string }[]) => sequence.map(({ id: name }) => name);
    // What is written as curl: the steps of each, as it ran alone.
    expect(failure.alone?.map(stepsOf)).toEqual([failure.sequence, ...failure.together].map(idsOf));
    const again = async (faults: readonly string[]) =>
      onFreshServer(faults, (server) => replayOn(server, failure));
    expect(await again([id])).toMatchObject({ failed: 1 });
    expect(await again([])).toMatchObject({ failed: 0, others: 0, unjudged: 0 });
  },
);

/** Failures that were tried before the one that shows it. */
const mostBefore = 3;

const legacy = allClaims.filter(({ scope }) => scope === 'legacy');

test('answers that are mixed up are one failure, and what else is wrong is accused beside it', async () => {
  const faults = ['legacy-answers-share-one-slot', 'legacy-close-keeps-open'];
  const { failures, records } = await certifyEmbedded({ seed: 1, runs: 64, faults, claims: legacy });
  const isMixedUp = (failure: (typeof failures)[number]) => failure.together !== undefined;
  expect(failures.filter(isMixedUp)).toHaveLength(1);
  const certain = failures.filter((failure) => !failure.flaky && !isMixedUp(failure));
  const rules = certain.flatMap(({ requirement }) => requirement);
  expect(rules).toContain('legacy.close.closes');
  // A capture, an update or a second close of a payment that should be closed: without the first fault, it is one or another by the seed too.
  const others = rules.filter((rule) => rule !== 'legacy.close.closes');
  expect(others.filter((rule) => !rule.endsWith('.closed-refuses'))).toEqual([]);
  // Some come before it is shown.
  expect(failures.filter(({ flaky }) => flaky).length).toBeLessThanOrEqual(mostBefore);
  const causes = records.flatMap((one) => (one.k === 'trouble' ? [one.cause] : []));
  expect(causes).toContainEqual(expect.stringContaining('mixed up'));
});
