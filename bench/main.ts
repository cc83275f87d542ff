import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultWalk } from '../engine/walk/walk.ts';
import type { Call } from '../models/wire.ts';
import { certifyMachine } from '../suites/explore/certify-machine.ts';
import { prepareRun } from '../suites/run/prepare.ts';
import { openRun } from '../suites/run/run.ts';
import { openSession, type Session } from '../suites/run/session.ts';
import { bareLoop, idsIn, type Recorded } from './bare-loop.ts';
import { startServer } from './server-process.ts';

/** Sequences per machine in one measured pass; about a hundred thousand requests in all passes. */
const runs = 600;
/** Passes of each, in turn, so that load on the machine affects both alike; the median ratio counts. */
const rounds = 5;

const dir = mkdtempSync(join(tmpdir(), 'payproof-bench-'));
const server = await startServer(dir);
try {
  const ratios: number[] = [];
  console.log(
    `mean sequence ${(defaultWalk.minSteps + defaultWalk.maxSteps) / 2} steps; ${runs} sequences a machine and round`,
  );
  console.log('round  judged requests/s  bare requests/s  ratio');
  for (let round = 0; round <= rounds; round += 1) {
    const { judged, bare } = await measure(round);
    // The first round warms both processes up.
    if (round === 0) continue;
    ratios.push(judged / bare);
    console.log(
      `${String(round).padStart(5)}  ${judged.toFixed(0).padStart(17)}  ${bare.toFixed(0).padStart(15)}  ${(judged / bare).toFixed(2)}`,
    );
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? NaN;
  console.log(`median ratio ${median.toFixed(2)} (goal 0.80)`);
} finally {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** One pass of the judged, journaled suite, then exactly the same requests from a bare loop against the same server. */
async function measure(round: number): Promise<{ readonly judged: number; readonly bare: number }> {
  const run = await prepareRun({
    targets: server.targetsFile,
    target: 'local',
    only: [],
    bail: false,
    seed: round + 1,
    runs,
    out: join(dir, `round-${round}`),
  });
  const opened = openRun(run.plan);
  const session = await openSession(opened, 'bench');
  const sequences = new Map<string, Recorded[]>();
  const recording = recordingSession(session, sequences);
  const before = session.connection.requests;
  const started = performance.now();
  for (const machine of ['legacy', 'resource-payments']) {
    await certifyMachine(recording, {
      machine,
      interface: machine === 'legacy' ? 'legacy' : 'resource',
      runs,
      notifications: false,
      exclusive: false,
    });
  }
  const judged = (session.connection.requests - before) / ((performance.now() - started) / 1000);
  const context = {
    suite: 'bench',
    sequence: '',
    step: '',
    operation: 'control',
    kind: '',
    phase: 'explore',
  } as const;
  const control = async (call: Call) => {
    const observation = await session.connection.send(call, context);
    return 'reply' in observation ? observation.reply.text : '';
  };
  const bare = await bareLoop(
    run.plan.target,
    [...sequences.values()],
    run.plan.target.limits.concurrency,
    control,
  );
  await session.close();
  await opened.close();
  await run.finish(false);
  return { judged, bare };
}

function recordingSession(session: Session, sequences: Map<string, Recorded[]>): Session {
  return {
    ...session,
    driver: (id, phase) => {
      const driver = session.driver(id, phase);
      const recorded: Recorded[] = [];
      sequences.set(id, recorded);
      return {
        send: async (call, step) => {
          const observation = await driver.send(call, step);
          recorded.push({ call, ids: 'reply' in observation ? idsIn(observation.reply.text) : [] });
          return observation;
        },
      };
    },
  };
}
