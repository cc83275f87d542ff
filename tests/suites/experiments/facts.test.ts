import { describe, expect, test } from 'vitest';
import type { Json, Sequence, Step } from '../../../engine/model.ts';
import type { Asked } from '../../../suites/experiments/answers.ts';
import { factsOf, requestsBefore, type Facts, type TracedStep } from '../../../suites/experiments/facts.ts';
import { distance, variantsOf } from '../../../suites/experiments/variants.ts';
import { boxesMachine, marking, onBox, opening } from './boxes.ts';

/** A step as it was sent. */
function traced(step: Partial<Step>, more: Partial<TracedStep> & { readonly body?: Json } = {}): TracedStep {
  const { body, ...rest } = more;
  return {
    step: { id: 's1', operation: 'open', kind: 'slowly', uses: {}, ...step },
    call: { to: 'control', operation: 'open', method: 'POST', path: '', ...(body !== undefined && { body }) },
    abstract: 'closed',
    refused: false,
    ...rest,
  };
}

const valuesOf = (facts: Facts) => Object.fromEntries([...facts].map(([name, { value }]) => [name, value]));
const made = (body?: Json) =>
  traced({ id: 's1', operation: 'make', kind: 'red' }, body === undefined ? {} : { body });
const opened = (more: Partial<TracedStep> & { readonly body?: Json } = {}) =>
  traced({ id: 's9', uses: { box: 's1' } }, more);

describe('the facts of a step are', () => {
  test.each<[what: string, trace: readonly TracedStep[], facts: object]>([
    ['its kind with its operation', [opened()], { kind: 'open slowly' }],
    ['the state that it met', [opened({ abstract: 'open' })], { state: 'open' }],
    [
      'the numbers and flags of its body by their paths',
      [opened({ body: { tax: { rate: 0.5, due: true } } })],
      { 'tax.rate': 0.5, 'tax.due': true },
    ],
    [
      'how long its lists are',
      [opened({ body: { order: { lines: [1, 2] } } })],
      { 'entries of order.lines': 2 },
    ],
    [
      'the kind and the classes of what it uses',
      [made(), opened()],
      { 'kind of the box': 'make red', 'color of the box': 'red' },
    ],
    [
      'the numbers of what it uses',
      [made({ weight: 5 }), opened({ body: { weight: 7 } })],
      { weight: 7, 'weight of the box': 5 },
    ],
    [
      'those of what that uses',
      [
        traced({ id: 's0', operation: 'make', kind: 'blue' }),
        traced({ id: 's1', operation: 'turn', uses: { wood: 's0' } }),
        opened(),
      ],
      { 'color of the wood': 'blue' },
    ],
  ])('%s', (_what, trace, facts) => {
    expect(valuesOf(factsOf(boxesMachine, trace, trace.length - 1))).toMatchObject(facts);
  });

  test('no texts, since they are ids or free', () => {
    const facts = valuesOf(factsOf(boxesMachine, [opened({ body: { name: 'a', none: null } })], 0));
    expect(Object.keys(facts)).toEqual(expect.not.arrayContaining(['name', 'none']));
  });

  test('one of a name: the state, where its body has a field of that name', () => {
    expect(valuesOf(factsOf(boxesMachine, [opened({ body: { state: 5 } })], 0))).toMatchObject({
      state: 'closed',
    });
  });

  test('the requests of the run before it, where they are known', () => {
    expect(factsOf(boxesMachine, [opened()], 0, 7).get(requestsBefore)?.value).toBe(7);
    expect(factsOf(boxesMachine, [opened()], 0).has(requestsBefore)).toBe(false);
  });

  test('none where there is no such step', () => {
    expect(factsOf(boxesMachine, [opened()], 1).size).toBe(0);
  });

  test('ranked by how likely a reason they are: class, state, kind, value, turn, run', () => {
    const facts = factsOf(boxesMachine, [made({ weight: 5 }), opened()], 1, 7);
    const names = [
      'color of the box',
      'state',
      'kind',
      'weight of the box',
      'number of earlier turns',
      requestsBefore,
    ];
    expect(names.map((name) => facts.get(name)?.rank)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('an earlier change counts', () => {
  const turn = (id: string, box: string, more: Partial<TracedStep> = {}) =>
    traced({ id, operation: 'turn', uses: { box } }, more);
  const look = traced({ id: 's7', operation: 'look', uses: { box: 's1' } });
  test.each<[which: string, before: readonly TracedStep[], times: number]>([
    ['each time', [turn('s2', 's1'), turn('s3', 's1')], 2],
    ['only where it was accepted', [turn('s2', 's1', { refused: true }), turn('s3', 's1')], 1],
    ['only where it was one of the same thing', [turn('s2', 'another')], 0],
  ])('%s', (_which, before, times) => {
    const facts = factsOf(boxesMachine, [made(), ...before, opened()], before.length + 1);
    expect(facts.get('number of earlier turns')?.value).toBe(times);
  });

  test('only where it came before, and no read does', () => {
    const facts = factsOf(boxesMachine, [made(), look, opened(), turn('s2', 's1')], 2);
    expect(facts.get('number of earlier turns')?.value).toBe(0);
    expect(facts.has('number of earlier looks')).toBe(false);
  });
});

describe('a variant of a sequence', () => {
  const variants = (sequence: Sequence, at: number, asked: Asked = { point: opening }) => {
    const step = sequence[at];
    if (step === undefined) throw new Error('there is no such step');
    return variantsOf(boxesMachine, sequence, step, { asked, choice: 'accepted' }, 1);
  };
  const textOf = (sequence: Sequence) =>
    sequence.map(({ operation, kind }) => `${operation} ${kind}`).join(', ');
  const texts = (...of: Parameters<typeof variants>) =>
    new Set(variants(...of).map((one) => textOf(one.sequence)));
  const plain = onBox('make red 5', 'turn one', 'open slowly');

  test('differs in the kind of one step, or misses one, and always asks', () => {
    expect(texts(plain, 2)).toEqual(
      new Set([
        'make blue, turn one, open slowly',
        'make red, turn one, open slowly',
        'make red, turn one, open quickly',
        'make red, turn one, open quietly',
        'make red, open slowly',
      ]),
    );
  });

  test('has data that were drawn six times, for each kind that has data', () => {
    const weights = (color: string) =>
      variants(plain, 2)
        .filter(({ sequence: [first], sequence }) => first?.kind === color && sequence.length === 3)
        .filter(({ sequence }) => textOf(sequence).endsWith('open slowly'))
        .map(({ sequence: [first] }) => first?.data);
    expect([weights('red').length, weights('blue').length]).toEqual([6, 6]);
    expect(new Set([...weights('red'), ...weights('blue')]).size).toBeGreaterThan(8);
  });

  test('has the same kind of the step that asks, where the point is one of each case', () => {
    const marked = onBox('make red 5', 'mark large');
    const of = { operation: 'mark', kind: 'large' };
    expect([...texts(marked, 1, { point: marking, of })].every((text) => text.endsWith('mark large'))).toBe(
      true,
    );
    expect(texts(marked, 1, { point: marking })).toContain('make red, mark small');
  });

  test('is none where the documents do not leave the answer open: an open box is not opened again', () => {
    expect(texts(onBox('make red 5', 'open slowly', 'open slowly'), 2)).toEqual(
      new Set(['make red, open slowly']),
    );
  });

  test('is about the same things: no kind that another box alone is offered', () => {
    const two: Sequence = [
      ...onBox('make red 5', 'open slowly'),
      { id: 's3', operation: 'make', kind: 'red', uses: {}, data: 7 },
      { id: 's4', operation: 'turn', kind: 'one', uses: { box: 's3' } },
      { id: 's5', operation: 'open', kind: 'slowly', uses: { box: 's3' } },
    ];
    const all = variants(two, 4).map(({ sequence }) => textOf(sequence));
    expect(all).toContain('make red, open slowly, make blue, turn one, open slowly');
    expect(all.filter((text) => text.includes('turn back'))).toEqual([]);
  });

  test('counts no change that is surely refused', () => {
    const twice = onBox('make red 5', 'open slowly', 'open slowly', 'mark large');
    const [first] = variants(twice, 3, { point: marking });
    expect(valuesOf(first?.facts ?? new Map())).toMatchObject({ 'number of earlier opens': 1 });
  });

  test('has the facts of the step that asks', () => {
    const shorter = variants(plain, 2).find(({ sequence }) => sequence.length === 2);
    expect(valuesOf(shorter?.facts ?? new Map())).toMatchObject({
      kind: 'open slowly',
      'weight of the box': 5,
      'number of earlier turns': 0,
    });
  });

  test('is as far from another as facts of it differ, those that one lacks included', () => {
    const facts = (of: Record<string, number>) =>
      new Map(Object.entries(of).map(([name, value]) => [name, { value, rank: 0 }]));
    expect(distance(facts({ a: 1, b: 2 }), facts({ a: 1, b: 2 }))).toBe(0);
    expect(distance(facts({ a: 1, b: 2 }), facts({ a: 1, b: 3, c: 4 }))).toBe(2);
  });
});
