import { isOver } from '../../suites/run/session.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Sequence } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import { allRequirements } from '../../spec/register.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../suites/faults/certify-embedded.ts';
import { checkedBy, type Claim } from '../../suites/run/claim.ts';
import { partsFrom, recorded, type Course, type Part } from './course.ts';
import { runPart, shownIn, type Kill } from './run-part.ts';
import { countUnder, metSoFar, preflight, recording, starting, turnOn, type Met } from './switch.ts';

/** How much is tried. */
export interface Effort {
  readonly seed: number;
  /** Random sequences per model. */
  readonly runs: number;
  /** True: nothing is planned. */
  readonly randomOnly?: boolean;
}

/** Asks for the course of a run, to be written to a file. */
export interface RecordQuestion extends Effort {
  readonly id: string;
  readonly course: string;
  /** The suites in their order. */
  readonly suites: readonly string[];
}

/** Parts of a course against the server with one mutant, or with none. */
export interface Question {
  readonly id: string;
  /** The file of the course. */
  readonly course: string;
  readonly seed: number;
  /** The number of the mutant. Absent: none. */
  readonly mutant?: string;
  /** The ids of the parts in their order. Absent: all. */
  readonly parts?: readonly string[];
  /** No further part is begun once so many requests were sent. Default: all parts are. */
  readonly most?: number;
  /** The mutant throws once it was met so often: it keeps a loop from ending. */
  readonly hitLimit?: number;
}

/** What a part showed, as plain data. */
export interface Shown {
  readonly suite: string;
  readonly requests: number;
  /** Must rows that it has evidence for. */
  readonly evidence: readonly string[];
  /** Latitude → choices that were observed. */
  readonly observed: Readonly<Record<string, readonly string[]>>;
}

/** What a run showed. */
export interface Answer {
  readonly id: string;
  /** The first failure that could be repeated. */
  readonly failure?: Kill;
  /** Rows that are no must and that a failure accuses. */
  readonly warned: readonly string[];
  /** By the id of the part. */
  readonly shown: Readonly<Record<string, Shown>>;
  /** Why nothing could be judged any more. */
  readonly trouble: readonly string[];
  readonly met: Met;
  /** The error that ended the run. Absent: none did. */
  readonly ended?: Ended;
}

/** An error that ended a run: while the server was loaded or started, or once it could be asked. */
export interface Ended {
  readonly where: 'before' | 'behind';
  readonly why: string;
}

/** In place of what a run showed: the error that ended it. */
export function endedBy(id: string, where: Ended['where'], error: unknown): Answer {
  const why = error instanceof Error ? error.message : String(error);
  return { id, warned: [], shown: {}, trouble: [], met: {}, ended: { where, why } };
}

const musts = new Set(allRequirements.filter(({ level }) => level === 'must').map(({ id }) => id));
const isMust = (rule: string) => musts.has(rule);

/** Runs the suites once without a mutant, and writes what they sent to a file. Throws an Error when that accuses the reference. */
export async function recordCourse({ id, course: file, suites, ...effort }: RecordQuestion): Promise<Answer> {
  const sequences = new Map<string, Sequence[]>();
  const claims = suites.flatMap((suite) => allClaims.filter((claim) => claim.suite === suite));
  const exploring = claims.filter(({ kind }) => kind === 'machine');
  let learned: Course['learned'] = {};
  countUnder(recording);
  const { failures } = await certifyEmbedded({
    ...effort,
    claims: exploring.map((claim) => {
      const { check } = recorded(claim, sequences);
      return checkedBy(claim, async (session) => {
        const found = await check(session);
        learned = session.run.memory.choices.current;
        return found;
      });
    }),
  });
  const [failure] = failures.filter(accuses);
  if (failure !== undefined)
    throw new Error(`the run without a mutant accuses ${failure.requirement.join(', ')}`);
  writeFileSync(file, JSON.stringify({ parts: partsFrom(claims, sequences), learned } satisfies Course));
  return { id, warned: [], shown: {}, trouble: [], met: {} };
}

const courses = new Map<string, Course>();

/** Each thread reads a course once. */
function courseIn(file: string): Course {
  const known = courses.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Course);
  courses.set(file, known);
  return known;
}

/** Runs parts of a course until the first failure that could be repeated, or until an error ends the run. */
export async function judgeMutant({
  id,
  course: file,
  seed,
  mutant,
  parts: asked,
  hitLimit,
  most = Infinity,
}: Question): Promise<Answer> {
  const { parts, learned } = courseIn(file);
  const byId = new Map(parts.map((part) => [part.id, part]));
  const wanted = asked?.flatMap((one) => byId.get(one) ?? []) ?? parts;
  const shown: Record<string, Shown> = {};
  const begun = new Set<string>();
  const warned = new Set<string>();
  const unjudged = new Set<string>();
  let kill: Kill | undefined;
  let where: Ended['where'] = 'before';
  const claims = grouped(wanted).map(({ claim, own }) =>
    checkedBy(claim, async (session) => {
      if (claim.machine === undefined) {
        if (kill !== undefined || session.connection.requests >= most) return [];
        countUnder(claim.suite);
        begun.add(claim.suite);
        return claim.check(session);
      }
      for (const part of own) {
        if (kill !== undefined || isOver(session) || session.connection.requests >= most) break;
        countUnder(part.id);
        const all: ReturnType<typeof shownIn>[] = [];
        kill = await runPart(session, claim.machine, part, learned, {
          isMust,
          shown: (execution) => all.push(shownIn(execution)),
          warned: (rules) => [...rules].forEach((rule) => warned.add(rule)),
          unjudged: (why) => unjudged.add(why),
        });
        shown[part.id] = together(part.suite, all);
      }
      return [];
    }),
  );
  turnOn(mutant, hitLimit);
  countUnder(starting);
  try {
    const { failures, records } = await certifyEmbedded({
      seed,
      runs: 1,
      claims,
      settings: (target) => {
        countUnder(preflight);
        where = 'behind';
        return target;
      },
      enough: (all) => all.some(accuses),
    });
    const failure = kill ?? killBy(failures.find(accuses));
    for (const { suite, sequences } of wanted)
      if (sequences === undefined && begun.has(suite))
        shown[suite] = together(suite, shownBy(records, suite));
    for (const one of failures.filter((found) => !found.flaky && !accuses(found)))
      one.requirement.forEach((row) => warned.add(row));
    const trouble = records.flatMap((one) => (one.k === 'trouble' ? [`${one.kind}: ${one.cause}`] : []));
    return {
      id,
      ...(failure && { failure }),
      warned: [...warned].sort(),
      shown,
      trouble: [...trouble, ...unjudged],
      met: mutant === undefined ? metSoFar() : {},
    } satisfies Answer;
  } catch (error) {
    return endedBy(id, where, error);
  } finally {
    turnOn(undefined);
  }
}

/** Neighbouring parts of one suite, with its claim. */
function grouped(
  parts: readonly Part[],
): readonly { readonly claim: Claim; readonly own: readonly Part[] }[] {
  const groups: { readonly claim: Claim; readonly own: Part[] }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last?.claim.suite === part.suite) last.own.push(part);
    else
      groups.push(
        ...allClaims.filter(({ suite }) => suite === part.suite).map((claim) => ({ claim, own: [part] })),
      );
  }
  return groups;
}

/** A failure of rows that are no must only warns. */
function accuses({ flaky, requirement }: FailureRecord): boolean {
  return !flaky && requirement.some(isMust);
}

function killBy(failure: FailureRecord | undefined): Kill | undefined {
  if (failure === undefined) return undefined;
  const { requirement: requirements, summary, requestsToFind } = failure;
  return { requirements, summary, requestsToFind };
}

function shownBy(records: readonly JournalRecord[], suite: string): readonly ReturnType<typeof shownIn>[] {
  return records.flatMap((record) => {
    if (record.k !== 'sequence' || record.suite !== suite) return [];
    const { requests, evidence, observed } = record;
    const rows = Object.entries(evidence).flatMap(([row, times]) => (times > 0 ? [row] : []));
    return [{ requests, evidence: rows, observed }];
  });
}

function together(suite: string, all: readonly ReturnType<typeof shownIn>[]): Shown {
  const observed: Record<string, readonly string[]> = {};
  for (const one of all)
    for (const [latitude, times] of Object.entries(one.observed))
      observed[latitude] = [...new Set([...(observed[latitude] ?? []), ...Object.keys(times)])].sort();
  return {
    suite,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    evidence: [...new Set(all.flatMap(({ evidence }) => evidence.filter(isMust)))],
    observed,
  };
}
