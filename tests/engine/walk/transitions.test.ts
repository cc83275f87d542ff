import { describe, expect, test } from 'vitest';
import { transitionsOf } from '../../../engine/walk/transitions.ts';
import { queueMachine } from '../machines/queue.ts';

describe('the transitions of a machine', () => {
  const transitions = transitionsOf(queueMachine);
  const of = (state: string, operation: string) =>
    transitions.filter((one) => one.state === state && one.operation === operation);

  test('name each outcome in each state, the state after it, and the ordinary one', () => {
    expect(of('empty', 'put')).toEqual([
      { state: 'empty', operation: 'put', outcome: 'put', to: ['some'], ordinary: true },
    ]);
    expect(of('full', 'put').map(({ outcome, to }) => [outcome, to])).toEqual([['refused', ['full']]]);
    expect(of('some', 'put')[0]?.to.toSorted()).toEqual(['full', 'some']);
  });

  test('distinguish the ordinary outcome from others that are permitted', () => {
    const operations = queueMachine.operations.map((operation) => ({
      ...operation,
      predict: (...given: Parameters<typeof operation.predict>) => {
        const [first, ...rest] = operation.predict(...given);
        return first === undefined ? rest : [first, { ...first, name: 'otherwise' }];
      },
    }));
    const either = transitionsOf({ ...queueMachine, operations });
    const ordinary = (is: boolean) => either.filter((one) => one.ordinary === is);
    expect(new Set(ordinary(false).map(({ outcome }) => outcome))).toEqual(new Set(['otherwise']));
    expect(ordinary(true)).toHaveLength(ordinary(false).length);
  });

  test('name the open points that permit what is not ordinary', () => {
    const assumes = { 'queue.put.full': 'refused' };
    const operations = queueMachine.operations.map((operation) => ({
      ...operation,
      predict: (...given: Parameters<typeof operation.predict>) => {
        const [first, ...rest] = operation.predict(...given);
        return first === undefined
          ? rest
          : [
              { ...first, assumes },
              { ...first, name: 'otherwise', assumes },
            ];
      },
    }));
    const named = transitionsOf({ ...queueMachine, operations }).map(({ outcome, openPoints }) => [
      outcome === 'otherwise',
      openPoints,
    ]);
    expect(named.filter(([isOther]) => isOther)).not.toEqual([]);
    for (const [isOther, openPoints] of named)
      expect(openPoints).toEqual(isOther === true ? ['queue.put.full'] : undefined);
  });

  test('are the same each time', () => {
    expect(transitionsOf(queueMachine)).toEqual(transitions);
  });
});
