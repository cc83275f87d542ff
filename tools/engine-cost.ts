import * as fc from 'fast-check';
import { canonical, simplifications, withoutChunks } from '../engine/candidates.ts';
import { execute } from '../engine/judge/execute.ts';
import { type Driver, type Execution } from '../engine/judge/execution.ts';
import type { Machine } from '../engine/machine.ts';
import type { Observation, Sequence } from '../engine/model.ts';
import { sequences } from '../engine/walk/sequences.ts';
import { rejudge } from '../engine/judge/rejudge.ts';
import { machine as built } from '../engine/build/build.ts';
import type { Made } from '../engine/build/made.ts';
import type { Called } from '../engine/build/operation.ts';
import { defaultWalk, possible } from '../engine/walk/walk.ts';
import { startEmbedded } from '../harness/embedded.ts';
import { preflight } from '../harness/preflight/preflight.ts';
import { loadTarget } from '../harness/settings/settings.ts';
import { machineNamed, machineNames } from '../suites/explore/machines.ts';
import { inUnwrittenRun, unwrittenConfig } from '../suites/run/unwritten-run.ts';
import { fixed, tableOf } from './table.ts';

/** Sequences of each machine in a pass. */
const runs = 80;
/** Passes that are not counted: code is compiled in them. */
const warmUps = 2;
const passes = 5;
const seed = 1;
/** Steps that a candidate leaves out at once, as in the middle of shrinking. */
const chunk = 4;

/** Parsing this is the unit of cost, comparable between machines: JSON of the size of a payment with some history. */
const yardstick = JSON.stringify({
  id: 'pay_0123456789',
  amount: '12345.67',
  entries: Array.from({ length: 20 }, (_, at) => ({
    id: `cap_${at}`,
    amount: `${at}.50`,
    tax: at % 2 === 0,
  })),
});

console.log(
  `µs of processor time a step, median of ${passes} passes over ${runs} sequences a machine of ${defaultWalk.minSteps} to ${defaultWalk.maxSteps} steps, after ${warmUps} that warm up`,
);
console.log('walk       choose a step, draw its literals and simulate it');
console.log(
  'execute    resolve it, send it to a recording of the embedded server, judge it and count it; observe: judging alone',
);
console.log('candidate  check one step of a candidate for shrinking against the model');
const parsing = await costOf(() => {
  for (let n = 0; n < 10_000; n += 1) JSON.parse(yardstick);
  return 10_000;
});
console.log(`JSON.parse of ${yardstick.length} characters takes ${parsing.toFixed(2)} µs: one parse`);
const table = tableOf(
  'machine           ',
  '  steps',
  '  walk',
  ' execute',
  ' observe',
  ' candidate',
  ' walk and execute in parses',
);
console.log(table.head);

const embedded = loadTarget({ file: undefined, name: 'embedded' });
const server = await startEmbedded(embedded, { seed });
const config = unwrittenConfig(server.target, await preflight(server.target), { seed });
try {
  await inUnwrittenRun(config, 'engine-cost', async (session) => {
    for (const name of machineNames) {
      const machine = machineNamed(name, session.setup(false));
      if (machine === undefined) throw new Error(`there is no machine "${name}"`);
      await printCost(machine, (id) => session.driver(id, 'explore'));
    }
  });
} finally {
  await server.close();
}
const queue = built({
  name: 'the queue of two',
  state: 0,
  operations: ({ operation, expect }) => [
    operation('put', {
      expect: (n) => (n < 2 ? expect.reply('ok').then(n + 1) : expect.reply('full').sameState()),
    }),
    operation('get', {
      expect: (n) => (n > 0 ? expect.reply('item').then(n - 1) : expect.reply('none').sameState()),
    }),
  ],
});
await printCost(queue, queueDriver);

/** Walks a machine, records the replies of a conforming target, and prints what a step costs when the recording answers. */
async function printCost<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  driver: (id: string) => Driver<C, R>,
): Promise<void> {
  const walked = (): readonly Sequence[] => fc.sample(sequences(machine), { seed, numRuns: runs });
  const recorded: Recorded<S, C, R, N>[] = [];
  for (const [at, sequence] of walked().entries()) {
    const real = driver(`recorded-${at}`);
    const execution = await execute(machine, sequence, real);
    if (execution.violation !== undefined) throw new Error('the embedded server conforms');
    recorded.push({ execution, nonce: real.nonce });
  }
  const steps = recorded.reduce((sum, { execution }) => sum + execution.performed.length, 0);
  const candidates = recorded.flatMap(({ execution: { sequence } }) => [
    ...withoutChunks(sequence, chunk),
    ...[...simplifications(machine, sequence)].slice(0, chunk),
  ]);
  const walk = await costOf(() => walked().flat().length);
  const executed = await costOf(async () => {
    for (const one of recorded) await execute(machine, one.execution.sequence, replaying(one));
    return steps;
  });
  const observed = await costOf(() => {
    for (const { execution } of recorded) rejudge(machine, execution.initial, execution.performed);
    return steps;
  });
  const candidate = await costOf(() => {
    for (const one of candidates) if (canonical(one) !== '') possible(machine, one);
    return candidates.reduce((sum, { length }) => sum + length, 0);
  });
  const figures = [walk, executed, observed, candidate, (walk + executed) / parsing];
  console.log(table.row(machine.name, steps, ...figures.map((figure) => fixed(figure, 1))));
}

interface Recorded<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  readonly nonce: string | undefined;
}

/** Replies with what was recorded, in the same order. */
function replaying<S, C, R, N>({ execution, nonce }: Recorded<S, C, R, N>): Driver<C, R> {
  let next = 0;
  return {
    ...(nonce !== undefined && { nonce }),
    send: () => Promise.resolve(execution.performed[next++]?.observation as Observation<R>),
  };
}

/** The median of some passes: µs of processor time of this process, all threads, for each unit of work that `work` reports. */
async function costOf(work: () => number | Promise<number>): Promise<number> {
  const costs: number[] = [];
  for (let pass = 0; pass < warmUps + passes; pass += 1) {
    const started = process.cpuUsage();
    const did = await work();
    const { user, system } = process.cpuUsage(started);
    if (pass >= warmUps) costs.push((user + system) / did);
  }
  return costs.sort((a, b) => a - b)[Math.floor(passes / 2)] ?? NaN;
}

function queueDriver(): Driver<Made<Called>, unknown> {
  let held = 0;
  const answer = (name: string): string => {
    if (name === 'put') return held < 2 ? ((held += 1), 'ok') : 'full';
    return held > 0 ? ((held -= 1), 'item') : 'none';
  };
  return { send: async ({ call }) => ({ reply: answer(call.name) }) };
}
