import { describe, expect, it } from 'vitest';
import { explore } from '../../../engine/explore.ts';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Check, Step } from '../../../engine/model.ts';

/** What a shelf answers: how many it holds, and two fields that say nothing of it. */
interface Reply {
  readonly refused: boolean;
  readonly holds: number;
  readonly label: string;
  readonly size: number;
  readonly code?: string;
}

const label: Check<Reply> = {
  cites: ['label'],
  about: 'label',
  test: ({ label: shown }) =>
    shown === 'shelf' ? [] : [{ rule: 'label', expected: 'shelf', received: shown, about: 'label' }],
};
const size: Check<Reply> = {
  cites: ['size'],
  about: 'size',
  test: ({ size: shown }) =>
    shown === 3 ? [] : [{ rule: 'size', expected: '3', received: String(shown), about: 'size' }],
};
const decides = (rule: string, expected: string, holds: (reply: Reply) => boolean): Check<Reply> => ({
  cites: [rule],
  weight: 10,
  decides: true,
  test: (reply) => (holds(reply) ? [] : [{ rule, expected, received: JSON.stringify(reply) }]),
});
const accepted = decides('accepted', 'no refusal', ({ refused }) => !refused);
const full = decides('full', 'a refusal', ({ refused }) => refused);
const code = decides('code', 'code full', ({ code: shown }) => shown === 'full');
const holding = (n: number) => decides('holds', String(n), ({ holds }) => holds === n);

const put = {
  name: 'put',
  attempts: () => [{ kind: 'plain', uses: {} }],
  resolve: () => 'put',
  predict: (n: number) =>
    n < 3
      ? [{ name: 'put', checks: [accepted, label, size], next: () => n + 1 }]
      : [{ name: 'refused', refused: true as const, checks: [full, code], next: () => n }],
};
const look = {
  name: 'look',
  reads: true,
  attempts: () => [{ kind: 'plain', uses: {} }],
  resolve: () => 'look',
  predict: (n: number) => [{ name: 'seen', checks: [accepted, label, size, holding(n)], next: () => n }],
};
const shelf: Machine<number, string, Reply> = {
  name: 'shelf',
  initial: 0,
  operations: [put, look],
  abstract: String,
  refuses: ({ refused }) => refused,
};

/** A shelf that is wrong as the function says. */
function driver(wrong: (reply: Reply, call: string) => Partial<Reply>) {
  let n = 0;
  return {
    send: (call: string) => {
      const refused = call === 'put' && n >= 3;
      if (call === 'put' && !refused) n += 1;
      const reply = { refused, holds: n, label: 'shelf', size: 3, ...(refused && { code: 'full' }) };
      return Promise.resolve({ reply: { ...reply, ...wrong(reply, call) } });
    },
  };
}

const steps = (...names: readonly string[]): readonly Step[] =>
  names.map((operation, index) => ({ id: `s${index + 1}`, operation, kind: 'plain', uses: {} }));
const past = { passes: () => undefined };

async function failuresOf(wrong: Parameters<typeof driver>[0]) {
  const proven = new Set<string>();
  let requests = 0;
  const failures = await explore({
    machine: shelf,
    driver: () => {
      const { send } = driver(wrong);
      return {
        send: (call) => {
          requests += 1;
          return send(call);
        },
      };
    },
    seed: 1,
    runs: 20,
    rules: ['accepted', 'label', 'size', 'holds', 'full', 'code'],
    concurrency: 1,
    batch: 5,
    shrinkBudget: 100,
    bail: false,
    stop: () => false,
    requests: () => requests,
    onSequence: (_id, phase, { evidence }) => {
      if (phase === 'explore') for (const rule of evidence.keys()) proven.add(rule);
    },
    onFailure: () => undefined,
  });
  const accused = failures.map(({ execution: { violation } }) =>
    [violation?.operation, ...new Set(violation?.breaches.map(({ rule }) => rule))].join(' '),
  );
  return { accused: accused.toSorted(), proven };
}

describe('a reply with a wrong field', () => {
  it('leaves no doubt about the state, so that the sequence goes on', async () => {
    const { violation, performed, evidence } = await execute(
      shelf,
      steps('put', 'look', 'put'),
      driver(() => ({ label: 'box' })),
      past,
    );
    expect(violation).toBeUndefined();
    expect(performed.map(({ passed }) => passed?.map(({ rule }) => rule))).toEqual([
      ['label'],
      undefined,
      undefined,
    ]);
    expect([...evidence.keys()].toSorted()).toEqual(['accepted', 'holds', 'size']);
  });

  it('excuses no field of the same name in the reply of another operation, where replies have fields of their own', async () => {
    const { performed } = await execute(
      { ...shelf, ownFields: true },
      steps('put', 'look', 'look'),
      driver(() => ({ label: 'box' })),
      past,
    );
    expect(performed.map(({ passed }) => passed?.map(({ rule }) => rule))).toEqual([
      ['label'],
      ['label'],
      undefined,
    ]);
  });

  it('hides no other fault', async () => {
    const { accused, proven } = await failuresOf((_reply, call) => ({
      label: 'box',
      ...(call === 'look' && { size: 4 }),
    }));
    expect(accused).toEqual(['look label size', 'put label']);
    expect(proven).toContain('full');
    expect(proven).toContain('holds');
  });

  it('makes no refusal of a success, where a refusal is measured by what is wrong of it', async () => {
    const refusedFirst = {
      name: 'refused first',
      checks: [{ ...full, test: (reply: Reply) => (reply.refused ? [] : label.test(reply)) }],
      next: (): number => 0,
    };
    const { violation, performed } = await execute(
      {
        ...shelf,
        operations: [{ ...put, predict: (n: number) => [...put.predict(n), refusedFirst] }, look],
      },
      steps('look', 'put', 'put', 'look'),
      driver((_reply, call) => ({ label: 'box', ...(call === 'put' && { size: 4 }) })),
      past,
    );
    expect(violation).toBeUndefined();
    expect(performed).toHaveLength(4);
  });

  it('ends the sequence where no option asks to go on', async () => {
    const { violation, performed } = await execute(
      shelf,
      steps('put', 'look'),
      driver(() => ({ label: 'box' })),
    );
    expect(violation?.breaches.map(({ rule }) => rule)).toEqual(['label']);
    expect(performed).toHaveLength(1);
  });
});

describe('a refusal of the wrong form', () => {
  it('leaves no doubt about the state where every permitted answer is a refusal', async () => {
    const { accused, proven } = await failuresOf(({ refused }) => (refused ? { code: 'other' } : {}));
    expect(accused).toEqual(['put code']);
    expect(proven).toContain('full');
  });
});

describe('a reply that leaves the state open', () => {
  it('ends the sequence', async () => {
    const { violation, performed } = await execute(
      shelf,
      steps('look', 'put'),
      driver(() => ({ holds: 7 })),
      past,
    );
    expect(violation?.breaches.map(({ rule }) => rule)).toEqual(['holds']);
    expect(performed).toHaveLength(1);
  });
});

describe('a refusal of the wrong form', () => {
  type Answer = Pick<Reply, 'refused' | 'code'>;
  const says = (rule: string, word: string): Check<Answer> => ({
    cites: [rule],
    weight: 10,
    decides: true,
    test: ({ code: shown = '' }) => (shown.includes(word) ? [] : [{ rule, expected: word, received: shown }]),
  });
  const seen = (is: string) => ({ name: is, checks: [says('state', is)], next: () => is });
  /** A door that may be closed or locked, which only a look shows: a locked one has more to say of itself. */
  const door: Machine<string, string, Answer> = {
    name: 'door',
    initial: 'unsure',
    operations: [
      {
        name: 'open',
        attempts: () => [{ kind: 'plain', uses: {} }],
        resolve: () => 'open',
        predict: () => [
          { ...seen('closed'), refused: true as const },
          {
            ...seen('locked'),
            refused: true as const,
            checks: [says('state', 'locked'), says('bolt', 'bolt')],
          },
        ],
      },
      {
        name: 'look',
        reads: true,
        attempts: () => [{ kind: 'plain', uses: {} }],
        resolve: () => 'look',
        predict: (is: string) => [seen(is)],
      },
    ],
    abstract: String,
    refuses: ({ refused }) => refused,
  };

  it.each(['closed', 'locked', 'open'])(
    'leaves each state that refuses: a look may show it %s',
    async (is) => {
      const send = (call: string) =>
        Promise.resolve({ reply: { refused: call === 'open', code: call === 'open' ? 'no' : is } });
      const { performed, violation } = await execute(door, steps('open', 'look'), { send }, past);
      expect(performed[0]?.passed).toHaveLength(1);
      expect(violation === undefined).toBe(is !== 'open');
    },
  );
});
