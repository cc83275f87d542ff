import { expect, test, vi } from 'vitest';
import type * as Checks from '../../models/checks.ts';
import type { Json } from '../../engine/model.ts';
import { holdsOf } from '../../reports/reproduction/claim.ts';
import { type ValueExpect, valuePredicate } from '../../spec/expect.ts';
import { certifyEmbedded } from '../../suites/faults/certify-embedded.ts';

/** What was judged right though what is expected as data does not hold of it, by field. */
const accused = vi.hoisted(() => new Map<string, string>());
const judged = vi.hoisted(() => ({ values: 0, entries: 0 }));

// Only words say it, or the rest of the body is needed.
const isAlone = (must: ValueExpect): boolean => !('another' in must) && !('laterThan' in must);

vi.mock('../../models/checks.ts', async (original) => {
  const real = await original<typeof Checks>();
  const field: typeof Checks.field = (rule, name, must, options) => {
    const [holds, data, words] = [real.predicateOf(must), real.valueExpectOf(must), () => real.wordsOf(must)];
    const isMet = valuePredicate(data);
    const both = (value: unknown): boolean => {
      const isRight = holds(value);
      if (!isRight || !isAlone(data)) return isRight;
      judged.values += 1;
      if (!isMet(value)) accused.set(`${String(rule)} ${name}`, `${words()}: ${JSON.stringify(value)}`);
      return isRight;
    };
    return real.field(rule, name, { holds: both, must: data, words }, options);
  };
  const check: typeof Checks.check = (rule, expected, read, holds, options) => {
    const both: typeof holds = (value, reply) => {
      const isRight = holds(value, reply);
      if (!isRight || options?.expect === undefined) return isRight;
      for (const claim of [options.expect()].flat()) {
        if (!('must' in claim) || 'notification' in claim || !isAlone(claim.must)) continue;
        // An answer without the list is one of another outcome, which this check does not judge.
        if (claim.of !== undefined && !Array.isArray(real.at(reply.body, [claim.of.list]))) continue;
        judged.entries += claim.of === undefined && claim.each === undefined ? 0 : 1;
        if (!holdsOf(claim, reply.body as Json))
          accused.set(`${String(rule)} ${JSON.stringify(claim)}`, JSON.stringify(reply.body));
      }
      return isRight;
    };
    return real.check(rule, expected, read, both, options);
  };
  return { ...real, field, check };
});

// A file that stands alone asserts the data, without the model's predicate: it would accuse a server that is right.
test.each([
  ['the reference', {}],
  ['a server as recorded', { named: 'as-recorded', only: ['resource'] }],
  [
    'a server that leaves out what is unset',
    { profile: { 'resource.fields.unset': 'absent' }, only: ['resource'] },
  ],
])(
  'what is expected as data holds of each value of %s that the model judges right',
  async (_of, more) => {
    accused.clear();
    Object.assign(judged, { values: 0, entries: 0 });
    const { failures } = await certifyEmbedded({ seed: 2, runs: 40, randomOnly: true, ...more });
    expect(failures).toEqual([]);
    expect(judged.values).toBeGreaterThan(10_000);
    expect(judged.entries).toBeGreaterThan(1000);
    expect(Object.fromEntries(accused)).toEqual({});
  },
  300_000,
);
