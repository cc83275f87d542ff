import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Target } from '../../../harness/settings/settings.ts';
import { shardText } from '../../../cli/certify.ts';
import { allClaims } from '../../../suites/claims/all-claims.ts';
import type { RunConfig } from '../../../suites/run/run-config.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { claimsOfShard } from '../../../suites/shards/division.ts';
import { partOf, receives } from '../../../suites/shards/part-of.ts';
import { withShare } from '../../../suites/shards/share.ts';
import { bothInterfaces } from '../../support/setups/both-interfaces.ts';

const control = ['clock.advance', 'webhook.register', 'tokens.issue', 'consumers.status'];
const persona = { email: 'ok@example.test', phone: '08000000001', test: true };
const baseUrl = 'http://127.0.0.1:9';
const legacy = {
  baseUrl,
  authorizePath: '/pay/authorize',
  apiKey: 'key',
  secret: 'secret',
  validityMs: 1,
  personas: { approve: persona },
};
const resource = { baseUrl, secretKey: 'sk_test_1', version: '2018-04-10', tokens: [] };

interface Asked {
  readonly of: number;
  readonly shared?: boolean;
  readonly capabilities?: readonly string[];
  readonly target?: Partial<Target>;
  readonly config?: Partial<RunConfig>;
}

/** The plans of the shards of a run. */
function shards({ of, shared = true, capabilities = control, target, config }: Asked): readonly RunConfig[] {
  return Array.from({ length: of }, (_, index) =>
    withShare(
      unwrittenConfig(
        bothInterfaces({ kind: 'remote', legacy, ...target }),
        { capabilities, skewMs: 0 },
        { shard: { index: index + 1, of, shared }, ...config },
      ),
    ),
  );
}

const suitesOf = (config: RunConfig): readonly string[] =>
  claimsOfShard(config, allClaims).map(({ suite }) => suite);
const divided = ['legacy/lifecycle', 'resource/payments'];

/** The shards in which a name of a claim is somebody's own. */
const owners = (plans: readonly RunConfig[], suite: string, name: string): readonly number[] =>
  plans.flatMap((config) => {
    const claim = allClaims.find((one) => one.suite === suite);
    const part = claim?.machine && partOf(config, suite, claim.machine);
    return part?.isOwn(name) === true ? [config.shard?.index ?? 0] : [];
  });

describe('the shards of a run', () => {
  test('have each suite that is not divided in exactly one of them, whether they share the target or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.boolean(), (of, shared) => {
        const plans = shards({ of, shared });
        for (const { suite, machine } of allClaims) {
          const having = plans.filter((config) => suitesOf(config).includes(suite));
          const isDivided = having.some((config) => machine && partOf(config, suite, machine) !== undefined);
          expect([suite, having.length]).toEqual([suite, isDivided ? of : 1]);
        }
      }),
      { numRuns: 24 },
    );
  });

  test('have each sequence of a divided suite in exactly one of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), fc.boolean(), fc.string(), (of, shared, name) => {
        const plans = shards({ of, shared });
        for (const suite of divided) expect(owners(plans, suite, name)).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  test('take what holds the target alone, and its notifications, into the first, which has no part of the rest', () => {
    const plans = shards({ of: 3 });
    const [first, second] = plans;
    const held = allClaims.filter(({ dedicatedTo }) => dedicatedTo !== undefined).map(({ suite }) => suite);
    expect(first && suitesOf(first)).toEqual(expect.arrayContaining([...held, 'webhooks/notifications']));
    expect(owners(plans, 'legacy/lifecycle', 'any')).not.toContain(1);
    expect(plans.map(({ shard }) => receives(shard))).toEqual([true, false, false]);
    expect(first && shardText(first)).toContain('no other shard may run meanwhile');
    expect(second && shardText(second)).toContain('Shard 1 holds the target alone');
  });

  test('run side by side where nothing holds the target alone, and where each has a server', () => {
    for (const plans of [shards({ of: 3, capabilities: [] }), shards({ of: 3, shared: false })]) {
      expect(plans.map(({ division }) => division?.exclusiveRunsAlone)).toEqual([false, false, false]);
      const own = Array.from({ length: 40 }, (_, name) =>
        owners(plans, 'legacy/lifecycle', `${name}`),
      ).flat();
      expect(new Set(own)).toEqual(new Set([1, 2, 3]));
    }
  });

  test('send no more together than one run may, as often and at once', () => {
    const limits = { ...bothInterfaces().limits, concurrency: 8, requestsPerSecond: 10, maxRequests: 1001 };
    const all = shards({ of: 3, capabilities: [], target: { limits }, config: { maxRequests: 100 } });
    const sum = (of: (config: RunConfig) => number | undefined) =>
      all.reduce((total, config) => total + (of(config) ?? Number.NaN), 0);
    expect(sum(({ maxRequests }) => maxRequests)).toBe(100);
    expect(sum(({ target }) => target.limits.maxRequests)).toBe(1001);
    expect(sum(({ target }) => target.limits.concurrency)).toBe(8);
    expect(sum(({ target }) => target.limits.requestsPerSecond)).toBeCloseTo(10);
    expect(all.slice(2).map(shardText)[0]).toContain('at most 33 requests, 3.33 a second, 2 at once');
  });

  test('never use the same of what the settings give for one sequence at a time', () => {
    const spendable = ['a', 'b', 'c', 'd', 'e'];
    const plans = shards({ of: 3, capabilities: [], target: { resource: { ...resource, spendable } } });
    expect(plans.flatMap(({ target }) => target.resource?.spendable ?? []).toSorted()).toEqual(spendable);
  });

  test.each<[string, Omit<Asked, 'of'>]>([
    [
      "would read each other's PIN",
      {
        capabilities: ['pins.read'],
        target: { legacy: { ...legacy, personas: { approve: persona, pin: persona } } },
      },
    ],
    [
      'resource.tokens with spend: true gives 1',
      { capabilities: [], target: { resource: { ...resource, spendable: ['a'] } } },
    ],
    [
      'limits.concurrency is 2',
      { capabilities: [], target: { limits: { ...bothInterfaces().limits, concurrency: 2 } } },
    ],
    ['--max-requests is 2', { config: { maxRequests: 2 }, capabilities: [] }],
  ])('are refused at a shared target where it says: %s', (why, asked) => {
    expect(() => shards({ of: 3, ...asked })).toThrow(why);
  });
});
