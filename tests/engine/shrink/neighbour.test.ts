import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import type { Sequence } from '../../../engine/model.ts';
import { shrink } from '../../../engine/shrink/shrink.ts';
import { queueDriver, queueMachine, type QueueFaults, type QueueReply } from '../machines/queue.ts';

const step = (id: string, operation: string, data?: number) => ({
  id,
  operation,
  kind: operation === 'size' ? 'read' : 'one',
  uses: {},
  ...(data !== undefined && { data }),
});

async function shrunk(sequence: Sequence, faults: QueueFaults, unjudged = 0, machine = queueMachine) {
  const run = (candidate: Sequence) =>
    execute(machine, candidate, queueDriver(faults), { stop: () => candidate.length === unjudged });
  const executed: Sequence[] = [];
  const result = await shrink(await run(sequence), {
    machine,
    run: (candidates) => {
      executed.push(...candidates);
      return Promise.all(candidates.map(run));
    },
    width: 1,
    budget: 100,
    stop: () => false,
  });
  return { ...result, executed };
}

const operations = ({ sequence }: { readonly sequence: Sequence }) =>
  sequence.map(({ operation }) => operation);

describe('the nearest passing neighbour of a small failing sequence', () => {
  test('is one step shorter, was run, and broke nothing', async () => {
    const long = [step('s1', 'put', 0), step('s2', 'size'), step('s3', 'put', 0), step('s4', 'put', 0)];
    const { execution, neighbour, executed } = await shrunk(long, { capacity: 2 });
    expect(operations(execution)).toEqual(['put', 'put', 'put']);
    expect(neighbour?.performed.map(({ step: { operation } }) => operation)).toEqual(['put', 'put']);
    expect(neighbour?.violation).toBeUndefined();
    expect(executed).toContainEqual(neighbour?.sequence);
  });

  test('is the same sequence with one simpler step when that passes', async () => {
    const { execution, neighbour } = await shrunk(
      [step('s1', 'put', 3), step('s2', 'put', 8), step('s3', 'get')],
      { lifoAfter: 1 },
    );
    const values = (sequence: Sequence | undefined) => sequence?.map(({ data }) => data);
    // Two values alike hide which one came out first.
    expect(values(execution.sequence)).toEqual([0, 8, undefined]);
    expect(values(neighbour?.sequence)).toEqual([0, 0, undefined]);
  });

  test('is never a sequence that ended without a verdict', async () => {
    const three = [step('s1', 'put', 0), step('s2', 'put', 0), step('s3', 'put', 0)];
    const { neighbour } = await shrunk(three, { capacity: 2 }, 2);
    expect(neighbour).toBeUndefined();
  });

  test('is no sequence that passes by a refusal which the broken rule says nothing of', async () => {
    const refuses = (reply: QueueReply) => reply === 'empty';
    const steps = [step('s1', 'put', 0), step('s2', 'get')];
    const told = await shrunk(steps, { neverGives: true }, 0, { ...queueMachine, refuses });
    expect(operations(told.execution)).toEqual(['put', 'get']);
    expect(told.executed.map((sequence) => operations({ sequence }))).toContainEqual(['get']);
    expect(told.neighbour).toBeUndefined();
  });

  test('is absent when every shorter sequence was impossible or failed', async () => {
    const { neighbour } = await shrunk([step('s1', 'put', 0), step('s2', 'size')], { sizeFrom: 7 });
    expect(neighbour).toBeUndefined();
  });
});
