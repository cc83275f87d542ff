import { resourceCall } from '../../models/right-calls.ts';
import { plainRecord } from '../explore/sequence-record.ts';
import { avoiding } from '../../engine/walk/walk.ts';
import { execute } from '../../engine/judge/execute.ts';
import { type Violation } from '../../engine/judge/execution.ts';
import { isWithin, wrongFieldsIn } from '../../engine/judge/miss.ts';
import { isSameSignature, type Signature } from '../../engine/judge/signature.ts';
import { mapConcurrently } from '../../engine/map-concurrently.ts';
import type { Sequence, Step } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Phase } from '../../harness/records/exchange-records.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import { type AnyMachine, machineNamed } from '../explore/machines.ts';
import { drawingSeed, roundName } from '../run/run-config.ts';
import type { Scope } from '../../harness/means/scope.ts';
import type { Session } from '../run/session.ts';
import { drawingUnder, drawnStep, drawnSteps, type Planned } from '../explore/planned.ts';
import type { Pattern } from './pattern.ts';
import { type AnyRaced, nameOf, raceRecord, signatureOfRace, judgedRace } from './race-record.ts';
import { plainCall } from '../webhooks/plain-calls.ts';
import type { Race } from '../../engine/race/race.ts';

/** Of the random sequences, how many races of each pattern: with the usual number, eight. */
const share = 1 / 16;
const fewest = 3;

/** How many races of each pattern a run has, of so many random sequences for each model. */
export function racesOf(runs: number): number {
  return Math.max(fewest, Math.ceil(runs * share));
}

/** Each race draws under its seed and the numbers after it: the distance between two races' seeds. */
const seedStep = 1000;

/** How long after the first the others are sent, ms, by round: a window opens at once, or while a request waits for another part of the server. */
const staggersMs = [0, 0, 5, 1, 10, 3, 20, 0];

interface LostRace {
  readonly raced: AnyRaced;
  /** Requests of the run when it was found. */
  readonly requests: number;
}

/**
 * Releases requests on one entity together, each pattern several times, and searches for an order of them that explains the replies.
 * Notifications of these payments are not judged. Journals each race, and gives the failures that it journaled.
 */
export async function certifyRaces(
  session: Session,
  patterns: readonly Pattern[],
  scope: Scope,
): Promise<readonly FailureRecord[]> {
  return session.run.access.gate.together(() => certifyOverlaps(session, patterns, scope));
}

async function certifyOverlaps(
  session: Session,
  patterns: readonly Pattern[],
  scope: Scope,
): Promise<readonly FailureRecord[]> {
  const { config, suite, journal, connection } = session;
  const { lostRaces } = session.run.memory;
  const { concurrency } = config.target.limits;
  const failures: FailureRecord[] = [];
  const name = roundName(suite, config);
  const times = racesOf(config.runs);
  const most = connection.requests + session.allowance;
  const isOver = () => session.phase() !== 'open' || connection.requests >= most;
  if (concurrency < 2) {
    const cause = `limits.concurrency is ${concurrency}: requests that overlap were not tried`;
    journal.write({ k: 'trouble', at: session.now(), kind: 'settings', cause });
    return [];
  }
  const isMixedUp = patterns.some(({ machine }) => session.run.memory.crossTalkOf(machine).isShown);
  if (isMixedUp) {
    const cause =
      'answers of requests under way are mixed up: which order of them explains their answers was not judged';
    journal.write({ k: 'trouble', at: session.now(), kind: 'target', cause });
    return [...(session.run.memory.recorded?.failuresOf(suite) ?? [])];
  }
  await warmUp(session, scope);

  for (const [index, pattern] of patterns.entries()) {
    const machine = machineNamed(pattern.machine, session.setup(false));
    if (machine === undefined || !(pattern.needs ?? []).every((means) => session.means.has(means))) continue;
    const lost: LostRace[] = [];
    let judged = 0;
    const width = Math.max(1, Math.floor(concurrency / pattern.overlap.length));
    const rounds = Array.from({ length: times }, (_, round) => round);
    await mapConcurrently(rounds, width, async (round) => {
      if (isOver()) return;
      const raw = drawRace(machine, pattern, drawingSeed(config) + (index * times + round) * seedStep);
      if (raw === undefined) return;
      const without = (sequence: Sequence) =>
        avoiding(machine, sequence, session.run.memory.known.refusesForm);
      const drawn = {
        before: without(raw.before),
        overlap: without(raw.overlap),
        after: without(raw.after),
        following: (raw.following ?? []).flatMap(({ behind, step }) =>
          without([step]).map((own) => ({ behind, step: own })),
        ),
      };
      // The first to be sent arrives first, if only by microseconds: both orders are tried.
      const overlap = round % 2 === 0 ? drawn.overlap : drawn.overlap.toReversed();
      const race = { ...drawn, overlap, staggerMs: staggersMs[round % staggersMs.length] ?? 0 };
      const id = `${name}/${index + 1}-${round + 1}`;
      const raced = await judgedRace(machine, race, session.driver(id, 'explore'));
      journal.write(sequenceRecord(id, suite, 'explore', raced));
      if (raced.verdict.kind !== 'inconclusive') judged += 1;
      if (raced.verdict.kind === 'violated') lost.push({ raced, requests: connection.requests });
    });
    const found = commonest(lost, pattern);
    if (found === undefined || lostRaces.some((one) => isSameSignature(one, found.signature))) continue;
    lostRaces.push(found.signature);
    const before = connection.requests;
    const inTurn = inTurnOf(session, machine, found.raced, `${name}/${index + 1}`);
    if (await failsInTurn(inTurn)) continue;
    const record = raceRecord(found.raced, {
      pattern,
      suite,
      interface: scope,
      failed: found.failed,
      outOf: judged,
      proven: found.proven,
      alsoInTurn: !found.proven && found.failed > 1 && (await failsAtTimes(inTurn, found.failed / judged)),
      requestsToFind: found.requests,
      requestsToShrink: connection.requests - before,
      seed: config.seed,
      serial: `${name.replaceAll('/', '-')}-${failures.length + 1}`,
    });
    failures.push(record);
    journal.write(record);
  }
  return [...(session.run.memory.recorded?.failuresOf(suite) ?? []), ...failures];
}

/** The way of losing that is proven, or else the most frequent one: an example, and how many there were. */
function commonest(lost: readonly LostRace[], pattern: Pattern) {
  const kinds: { readonly signature: Signature; readonly all: LostRace[] }[] = [];
  for (const one of lost) {
    const signature = signatureOfRace(one.raced, pattern);
    const same = kinds.find((kind) => isSameSignature(kind.signature, signature));
    if (same === undefined) kinds.push({ signature, all: [one] });
    else same.all.push(one);
  }
  const isProven = ({ raced: { verdict } }: LostRace) => verdict.kind === 'violated' && verdict.proven;
  const [best] = kinds
    .map((kind) => ({ ...kind, proven: kind.all.some(isProven) }))
    .sort((a, b) => Number(b.proven) - Number(a.proven) || b.all.length - a.all.length);
  const example = best?.all.find((one) => isProven(one) === best.proven);
  if (best === undefined || example === undefined) return undefined;
  const requests = Math.min(...best.all.map((one) => one.requests));
  return {
    signature: best.signature,
    raced: example.raced,
    failed: best.all.length,
    proven: best.proven,
    requests,
  };
}

/** Runs the steps of a race one after another, in one order or the other, and says whether that breaks a rule. */
type InTurn = (order: 'as sent' | 'reversed') => Promise<'fails' | 'holds' | 'not known'>;

/** A field that was wrong before the race does not count. */
function inTurnOf(
  session: Session,
  machine: AnyMachine,
  { race: { before, overlap, following = [], after }, before: { performed } }: AnyRaced,
  name: string,
): InTurn {
  const wrong = wrongFieldsIn(performed);
  const passes = (violation: Violation) =>
    violation.breaches.every(({ about }) => about !== undefined && isWithin(about, wrong))
      ? undefined
      : violation;
  let time = 0;
  return async (order) => {
    time += 1;
    const driver = session.driver(`${name}-in-turn-${time}`, 'confirm');
    const steps = (order === 'reversed' ? overlap.toReversed() : overlap).flatMap((one) => [
      one,
      ...following.filter(({ behind }) => behind === one.id).map(({ step }) => step),
    ]);
    const { violation, inconclusive } = await execute(machine, [...before, ...steps, ...after], driver, {
      passes,
    });
    await driver.end?.();
    return violation !== undefined ? 'fails' : inconclusive === undefined ? 'holds' : 'not known';
  };
}

/** Whether the same steps also break a rule one after another, in either order, twice in a row: then the overlap is not the cause. */
async function failsInTurn(inTurn: InTurn): Promise<boolean> {
  for (const order of ['as sent', 'reversed'] as const)
    // One failure may be chance, such as a rare answer of 500.
    if ((await inTurn(order)) === 'fails' && (await inTurn(order)) === 'fails') return true;
  return false;
}

/** Of a cause on the way that loses a race so often, as many attempts in turn are expected to show six. */
const expectedInTurn = 6;

/** Whether they break a rule at times one after another, as often as a race was lost: then a cause on the way explains both. So may one where that could not be judged. */
async function failsAtTimes(inTurn: InTurn, lostShare: number): Promise<boolean> {
  const attempts = Math.ceil(expectedInTurn / lostShare);
  let held = 0;
  for (let attempt = 0; attempt < 2 * attempts && held < attempts; attempt += 1) {
    const outcome = await inTurn(attempt % 2 === 0 ? 'as sent' : 'reversed');
    if (outcome === 'fails') return true;
    if (outcome === 'holds') held += 1;
  }
  return held < attempts;
}

function sequenceRecord(id: string, suite: string, phase: Phase, raced: AnyRaced): SequenceRecord {
  const { race, before, overlapped, settled, verdict } = raced;
  const steps = before.performed.length + overlapped.length + settled.length;
  return plainRecord({
    id,
    suite,
    phase,
    requests: before.requests + overlapped.length + settled.length,
    steps,
    skipped:
      race.before.length + race.overlap.length + (race.following?.length ?? 0) + race.after.length - steps,
    verdict: verdict.kind,
    ...(verdict.kind === 'inconclusive' && { why: verdict.why }),
    overlap: nameOf(race),
  });
}

const unknown = 'never-issued-0000000000000000';

/** Reads of entities that do not exist: no answer shows anything or changes anything. */
const ofLegacy = plainCall('status', unknown);
const ofResource = resourceCall('get', `pay_${unknown}`);

/** Opens all connections: a request that has to open one first comes too late to overlap. */
export async function warmUp(session: Session, scope: Scope): Promise<void> {
  const call = scope === 'legacy' ? ofLegacy : ofResource;
  const driver = session.driver(`${session.suite}/warm-up`, 'explore');
  const once = (_: unknown, index: number) =>
    driver.send(call, { id: `s${index + 1}`, operation: call.operation, kind: 'warm-up', uses: {} });
  await Promise.all(Array.from({ length: session.config.target.limits.concurrency }, once));
}

/** A race of a pattern, its literals drawn under the seed; undefined where a step can't be made on this target. */
export function drawRace(machine: AnyMachine, pattern: Pattern, seed: number): Race | undefined {
  const draw = drawingUnder(seed);
  const before = drawnSteps(machine, pattern.before, draw);
  if (before === undefined) return undefined;
  const rest = (steps: readonly Planned[]): readonly Step[] =>
    steps.flatMap((planned) => drawnStep(machine, planned, before.state, draw) ?? []);
  const race = { before: before.steps, overlap: rest(pattern.overlap), after: rest(pattern.after) };
  const following = (pattern.following ?? []).flatMap(({ behind, step }) =>
    rest([step]).map((own) => ({ behind, step: own })),
  );
  return race.overlap.length === pattern.overlap.length ? { ...race, following } : undefined;
}
