import { describe, expect, it } from 'vitest';
import { initialBelief } from '../../../engine/judge/belief.ts';
import { observe } from '../../../engine/judge/observe.ts';
import type { Operation } from '../../../engine/machine.ts';
import type { Check } from '../../../engine/model.ts';

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

/** What is known behind a reply in which these checks break. */
function onwardOf(operation: Operation<number, string, Reply>, ...broken: readonly string[]) {
  const step = { id: 's1', operation: 'put', kind: 'plain', uses: {} };
  const reply = { reply: new Set(broken) };
  const verdict = observe(operation, step, 'put', initialBelief<number, never>(0), reply, {
    refuses: () => true,
  });
  return verdict.kind === 'violated' ? verdict.onward : undefined;
}

const provenBehind = (...broken: readonly string[]) => onwardOf(refused, ...broken)?.evidence;

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
  it('what holds in the nearest reading is proven, though others would break it as well', () => {
    const id = checkOf('id', { about: 'id' });
    const named = {
      name: 'named',
      checks: [checkOf('reason', { about: 'reason' }), id],
      next: (): number => 0,
    };
    const other = { ...named, checks: [checkOf('another reason', { about: 'reason' }), id] };
    const open: Operation<number, string, Reply> = { ...refused, predict: () => [named, other] };
    const onward = onwardOf(open, 'id', 'another reason');
    expect(onward?.evidence).toEqual(['reason', 'reason-too']);
    expect(onward?.fields).toEqual(['id']);
  });

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
