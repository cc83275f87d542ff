import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultWalk } from '../../engine/walk/walk.ts';
import type { Call } from '../../models/wire.ts';
import { certifyMachine } from '../../suites/explore/certify-machine.ts';
import { prepareRun } from '../../suites/run/prepare.ts';
import { openRun } from '../../suites/run/open-run.ts';
import { openSession, type Session } from '../../suites/run/session.ts';
import { bareLoop, type Recorded } from './bare-loop.ts';
import { paceOf, type Pace } from './pace.ts';
import { startServer } from '../server-process.ts';
import { isSending, profiled, sharesOf, type Share } from './shares.ts';
import type { Runtime } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../harness/files/version.ts';
import { fixed, median, tableOf } from '../table.ts';

const root = `${pathToFileURL(packageRoot).href}/`;

/** The path of a function's source below the project's folder, also where it was built; of any other function the URL of its file. */
function sourceFile({ url, lineNumber, columnNumber }: Runtime.CallFrame): string {
  const entry = url.startsWith('file:') ? findSourceMap(url)?.findEntry(lineNumber, columnNumber) : undefined;
  const file =
    entry !== undefined && 'originalSource' in entry ? new URL(String(entry.originalSource), url).href : url;
  return file.replace(root, '');
}

/** Sequences per machine in one measured pass; about a hundred thousand requests in all passes. */
const runs = 600;
/** The same for all passes: the first one plans, the others find its plans kept, as a run does whose seed is repeated. */
const seed = 1;
/** Passes of each, in turn, so that load on the machine affects both alike; the median ratio counts. */
const rounds = 5;
/** The target of the judged requests a second as a share of the bare ones. */
const goal = 0.5;

const dir = mkdtempSync(join(tmpdir(), 'payproof-bench-'));
// What was kept before must not decide what is measured.
process.env['PAYPROOF_CACHE'] = join(dir, 'cache');
const server = await startServer(dir);
try {
  const byClock: number[] = [];
  const byProcessor: number[] = [];
  console.log(
    `mean sequence ${(defaultWalk.minSteps + defaultWalk.maxSteps) / 2} steps; ${runs} sequences a machine and round; one thread, plans from the cache`,
  );
  const table = tableOf(
    'round',
    ' judged requests/s',
    ' bare requests/s',
    ' ratio',
    '  judged µs',
    ' bare µs',
    ' ratio',
  );
  console.log(table.head);
  let shares: readonly Share[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    // The first round warms both processes up; its profile has the compilation in it, so the last one's is shown.
    const isLast = round === rounds;
    const { judged, bare, profile } = await measure(round, isLast);
    if (round === 0) continue;
    if (profile !== undefined) shares = sharesOf(profile, sourceFile);
    // The profiler takes time too.
    if (isLast) continue;
    byClock.push(judged.perSecond / bare.perSecond);
    byProcessor.push(bare.cpuUs / judged.cpuUs);
    const [clock, processor] = [byClock, byProcessor].map((ratios) => fixed(ratios.at(-1) ?? NaN, 2));
    const paces = [judged, bare].map(({ perSecond }) => fixed(perSecond));
    const costs = [judged, bare].map(({ cpuUs }) => fixed(cpuUs));
    console.log(table.row(round, ...paces, clock, ...costs, processor));
  }
  console.log(
    `median ratio ${median(byClock).toFixed(2)} (goal ${goal.toFixed(2)}), of processor time ${median(byProcessor).toFixed(2)}`,
  );
  console.log('where the processor time of a judged request goes, from a profile of one more round');
  for (const { what, percent } of shares) console.log(`${percent.toFixed(1).padStart(5)} %  ${what}`);
  console.log(whatTheGoalLeaves(median(byClock), shares));
} finally {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** What a judged request would have to cost for the goal, as a share of what it costs beyond sending it. */
function whatTheGoalLeaves(ratio: number, shares: readonly Share[]): string {
  const own = shares.reduce((sum, { what, percent }) => sum + (isSending(what) ? 0 : percent / 100), 0);
  const left = (ratio / goal - (1 - own)) / own;
  return left > 0
    ? `for the goal, all but sending and receiving may take ${(100 * left).toFixed(0)} % of what it takes`
    : 'the goal is out of reach even if all but sending and receiving took no time';
}

/** One pass of the judged, journaled suite, then exactly the same requests from a bare loop against the same server. */
async function measure(round: number, withProfile: boolean) {
  const run = await prepareRun({
    targets: server.targetsFile,
    target: 'local',
    only: [],
    bail: false,
    seed,
    runs,
    out: join(dir, `round-${round}`),
  });
  const opened = openRun(run.config);
  const session = await openSession(opened, 'bench');
  const sequences = new Map<string, Recorded[]>();
  const recording = recordingSession(session, sequences);
  const judgedPass = async (): Promise<number> => {
    const before = session.connection.requests;
    for (const machine of ['legacy', 'resource-payments']) {
      await certifyMachine(recording, {
        machine,
        interface: machine === 'legacy' ? 'legacy' : 'resource',
        runs,
        notifications: false,
        exclusive: false,
      });
    }
    return session.connection.requests - before;
  };
  let judged: Pace = { perSecond: NaN, cpuUs: NaN };
  const pass = async (): Promise<void> => {
    judged = await paceOf(judgedPass);
  };
  const profile = withProfile ? await profiled(pass) : undefined;
  if (!withProfile) await pass();
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
  const { concurrency } = run.config.target.limits;
  const bare = await bareLoop(run.config.target, [...sequences.values()], concurrency, control);
  await session.close();
  await opened.close();
  await run.finish(false);
  return { judged, bare, profile };
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
          // Its ids are looked for once the clock has stopped.
          recorded.push({ call, text: 'reply' in observation ? observation.reply.text : '' });
          return observation;
        },
      };
    },
  };
}
