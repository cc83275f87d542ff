import { describe, expect, it } from 'vitest';
import { initialBelief } from '../../engine/judge/belief.ts';
import { observe } from '../../engine/judge/observe.ts';
import type { Check, Operation } from '../../engine/model.ts';

/** The names of the checks that break. */
type Reply = ReadonlySet<string>;

const checkOf = (name: string, more: Partial<Check<Reply>> = {}): Check<Reply> => ({
  cites: [name, `${name}-too`],
  ...more,
  test: (reply) =>
    reply.has(name)
      ? [
          {
            rule: name,
            expected: name,
            received: '',
            ...(more.about !== undefined && { about: more.about }),
          },
        ]
      : [],
});

const refused: Operation<number, string, Reply> = {
  name: 'put',
  attempts: () => [],
  resolve: () => 'put',
  predict: (n) => [
    {
      name: 'refused',
      refused: true,
      checks: [
        checkOf('code', { weight: 10 }),
        checkOf('title', { about: 'title' }),
        checkOf('id', { about: 'id' }),
      ],
      next: () => n,
    },
  ],
};

/** What a reply in which these checks break proves, where judging goes on behind it. */
function provenBehind(...broken: readonly string[]): readonly string[] | undefined {
  const step = { id: 's1', operation: 'put', kind: 'plain', uses: {} };
  const reply = { reply: new Set(broken) };
  const verdict = observe(refused, step, 'put', initialBelief<number, never>(0), reply, {
    refuses: () => true,
  });
  return verdict.kind === 'violated' ? verdict.onward?.evidence : undefined;
}

it('a check that could not have failed on this reply proves nothing', () => {
  const step = { id: 's1', operation: 'put', kind: 'plain', uses: {} };
  const check = checkOf('reason', { proves: (reply) => reply.has('with a reason') });
  const operation = {
    ...refused,
    predict: (n: number) => [{ name: 'refused', checks: [check], next: () => n }],
  };
  const provenBy = (...reply: readonly string[]) => {
    const verdict = observe(operation, step, 'put', initialBelief<number, never>(0), {
      reply: new Set(reply),
    });
    return verdict.kind === 'explained' ? verdict.evidence : undefined;
  };
  expect(provenBy()).toEqual([]);
  expect(provenBy('with a reason')).toEqual(['reason', 'reason-too']);
});

describe('behind a violation', () => {
  it('what holds is proven', () => {
    expect(provenBehind('title')).toEqual(['code', 'code-too', 'id', 'id-too']);
  });

  it('no check that breaks proves anything, whether a breach names the rule or not', () => {
    expect(provenBehind('title', 'id')).toEqual(['code', 'code-too']);
  });

  it('a lighter check that breaks beside a heavier one proves nothing either', () => {
    expect(provenBehind('code', 'title')).toEqual(['id', 'id-too']);
  });
});
