import { askedKey } from '../../harness/records/experiment-record.ts';
import { createHash } from 'node:crypto';
import { type JournalRecord, reduce, type Reducers } from '../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { journalBytes } from '../../harness/journal/journal-bytes.ts';
import { recordsIn } from '../../harness/journal/read-journal.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Means } from '../../spec/requirement.ts';
import { DigestedBytes } from '../files/digest.ts';
import type { ReadShard } from './read-shard.ts';
import { KnownFailures } from '../../engine/judge/known-failures.ts';
import { isSameSignature, violationOf } from '../../engine/judge/signature.ts';
import { differences } from '../../harness/records/run-settings.ts';

/** Damaged places of one journal that are named. */
const mostDamage = 100;

/** Shards of one run, ready to be merged. */
export interface Mergeable {
  /** The first record of the merged journal. */
  readonly run: RunRecord;
  /** The records behind it, one at a time. They may be read once. Throws a SettingsError where a journal has changed since it was looked at. */
  records(): AsyncGenerator<JournalRecord, void>;
}

/** Looks whether shards can be merged. Throws a SettingsError where they can't. */
export function mergeable(given: readonly ReadShard[]): Mergeable {
  refuseUnmergeable(given);
  const shards = given.toSorted((one, other) => one.run.shard.index - other.run.shard.index);
  const startedAt = Math.min(...shards.map((shard) => shard.startedAt));
  const [first] = shards;
  if (first === undefined) throw new SettingsError('There is nothing to merge.');
  const { shard: of, ...run } = first.run;
  const chosen = chosenFailures(shards);
  return {
    run: {
      ...run,
      startedAt: new Date(startedAt).toISOString(),
      merged: { of: of.of, shared: of.shared },
    },
    async *records() {
      const written = {
        machines: new Set<string>(),
        reproductions: new Set<string>(),
        experiments: new Set<string>(),
      };
      for (const shard of shards) yield* recordsOf(shard, shard.startedAt - startedAt, chosen, written);
      const ends = shards.map((shard) => shard.startedAt - startedAt + shard.lastAt);
      yield {
        k: 'end',
        at: Math.max(...ends),
        interrupted: shards.some(({ ended }) => ended !== 'whole'),
      };
    },
  };
}

/** What was written before and must not be there twice. */
interface Written {
  readonly machines: Set<string>;
  readonly reproductions: Set<string>;
  readonly experiments: Set<string>;
}

/** The records of a shard in the time of the merged run, without the failures that another one stands for. */
async function* recordsOf(
  { file, run, startedAt, ended, damage, sha256 }: ReadShard,
  laterMs: number,
  chosen: ReadonlySet<FailurePlace>,
  { machines, reproductions, experiments }: Written,
): AsyncGenerator<JournalRecord, void> {
  const { index } = run.shard;
  yield {
    k: 'shard',
    index,
    startedAt: new Date(startedAt).toISOString(),
    ended,
    sha256,
    ...(damage.length > 0 && { damage: damage.slice(0, mostDamage) }),
  };
  let nth = 0;
  const none = (): undefined => undefined;
  const named = (reproduction: string): string => {
    const name = reproductions.has(reproduction) ? `shard-${index}-${reproduction}` : reproduction;
    reproductions.add(name);
    return name;
  };
  const changes: Reducers<JournalRecord | undefined> = {
    run: none,
    end: none,
    shard: none,
    machine(record) {
      // Each shard has the same ones, and they are large.
      const digest = createHash('sha256').update(JSON.stringify(record)).digest('base64');
      if (machines.has(digest)) return undefined;
      machines.add(digest);
      return record;
    },
    experiment(record) {
      const { other, failure } = record;
      const what = JSON.stringify([askedKey(record), other]);
      if (experiments.has(what)) return undefined;
      experiments.add(what);
      return { ...record, failure: { ...failure, reproduction: named(failure.reproduction) } };
    },
    failure(record) {
      nth += 1;
      if (!chosen.has(placeOf(index, nth - 1))) return undefined;
      return { ...record, reproduction: named(record.reproduction) };
    },
  };
  const digested = new DigestedBytes();
  for await (const record of recordsIn(digested.pass(journalBytes(file)))) {
    const later = 'at' in record ? { ...record, at: record.at + laterMs } : record;
    const kept = record.k in changes ? reduce(changes, record) : later;
    if (kept !== undefined) yield kept;
  }
  if (digested.found().sha256 !== sha256)
    throw new SettingsError(`${file} has changed while it was merged: merge again once its run has ended.`);
}

/** A failure by its place: the number of its shard, and which of its failures it is. */
type FailurePlace = `${number} ${number}`;

function placeOf(shard: number, nth: number): FailurePlace {
  return `${shard} ${nth}`;
}

/**
 * The failures that a merged run reports, by their places. Of those with the same signature the smallest one, a steady one before any that is flaky.
 * What a steady failure accuses more precisely is left out, as in one run.
 */
function chosenFailures(shards: readonly ReadShard[]): ReadonlySet<FailurePlace> {
  const all = shards.flatMap(({ run, failures }) =>
    failures.map((failure, nth) => ({ failure, place: placeOf(run.shard.index, nth) })),
  );
  const inOrder = all.toSorted((one, other) => compare(one.failure, other.failure));
  const known = new KnownFailures();
  const chosen: typeof all = [];
  for (const one of inOrder) {
    const { signature, flaky } = one.failure;
    if (chosen.some(({ failure }) => isSameSignature(failure.signature, signature))) continue;
    const violation = violationOf(signature);
    if (violation !== undefined && known.has(violation)) continue;
    chosen.push(one);
    if (violation !== undefined && !flaky) known.add(violation, true);
  }
  return new Set(chosen.map(({ place }) => place));
}

/** Steady before flaky, precise before vague, small before large. */
function compare(one: FailureRecord, other: FailureRecord): number {
  return (
    Number(one.flaky) - Number(other.flaky) ||
    one.signature.rules.length - other.signature.rules.length ||
    one.steps - other.steps
  );
}

const addresses: ReadonlySet<string> = new Set(['legacy.base_url', 'resource.base_url', 'control.url']);

/** Throws a SettingsError where these are not shards of one run, each once, or where one of them spoiled what another saw. */
function refuseUnmergeable(shards: readonly ReadShard[]): void {
  const [first, ...others] = shards;
  if (first === undefined)
    throw new SettingsError('There is nothing to merge: give the folders of the shards.');
  for (const other of others) {
    const found = differencesOf(first.run, other.run);
    if (found.length > 0)
      throw new SettingsError(
        `${other.dir} is of another run than ${first.dir}: ${found.join('; ')}. Shards of one run agree in all of this.`,
      );
  }
  const seen = new Map<number, ReadShard>();
  for (const shard of shards) {
    const { index, of } = shard.run.shard;
    if (index > of)
      throw new SettingsError(`${shard.dir} says that it is shard ${index} of ${of}, which there is not.`);
    const same = seen.get(index);
    if (same !== undefined)
      throw new SettingsError(
        `Shard ${index} of ${of} is there twice: ${same.dir} and ${shard.dir}. Give one of them.`,
      );
    seen.set(index, shard);
  }
  refuseAtOnce(shards);
}

/** What differs between two shards that is the same in all shards of one run, in words. */
export function differencesOf(first: RunRecord, other: RunRecord): readonly string[] {
  const isHeard = [first, other].every(({ target }) => target.receiverTrouble === undefined);
  const [{ shard: ofFirst, ...was }, { shard: ofOther, ...is }] = [first, other].map((run) =>
    withoutAddresses(isHeard ? run : withoutReceiver(run)),
  ) as [RunRecord, RunRecord];
  const pairs = [
    ['the number of shards', ofFirst?.of, ofOther?.of],
    ['whether they share the target', ofFirst?.shared, ofOther?.shared],
    ['the run by queue', ofFirst?.queue?.run, ofOther?.queue?.run],
    ['the commit of payproof', was.tool.commit, is.tool.commit],
    ['the documents', was.documents, is.documents],
    ['what the target says that it runs', saidOf(was), saidOf(is)],
    ['the deadline of notifications', was.deadlineMs, is.deadlineMs],
  ] as const;
  return [
    ...differences(was, is),
    ...pairs.flatMap(([what, before, now]) => {
      const [early, late] = [before, now].map((value) => JSON.stringify(value ?? null));
      return early === late ? [] : [`${what} was ${early} and is ${late}`];
    }),
  ];
}

const heard: ReadonlySet<string> = new Set(['webhooks', 'webhook.change'] satisfies readonly Means[]);

/** Of shards that share a target only the first one has looked whether notifications reach its receiver. */
function withoutReceiver(run: RunRecord): RunRecord {
  const { target } = run;
  if (run.shard?.shared !== true) return run;
  return { ...run, target: { ...target, means: target.means.filter((one) => !heard.has(one)) } };
}

/** Servers of their own have addresses of their own, often with a port that was free. */
function withoutAddresses(run: RunRecord): RunRecord {
  if (run.shard?.shared !== false || run.settings === undefined) return run;
  const settings = Object.entries(run.settings).filter(([name]) => !addresses.has(name));
  return { ...run, settings: Object.fromEntries(settings) };
}

/** Addresses are among the settings. A `Server` header may be that of another machine in front of the same target. */
function saidOf({ endpoints }: RunRecord): unknown {
  return endpoints?.map(({ interface: of, version, build }) => [of, version, build]);
}

/**
 * The first shard of a shared target moves its clock, where that can be done: the target's answers must not be judged meanwhile. Throws a SettingsError
 * where they were.
 */
export function refuseAtOnce(shards: readonly ReadShard[]): void {
  const holder = shards.find(({ run }) => run.shard.shared && run.shard.index === 1);
  if (holder?.run.shard.apart !== true) return;
  for (const other of shards)
    if (other !== holder && isAtOnce(holder, other))
      throw new SettingsError(
        `Shard 1 (${holder.dir}) moved the clock, the consumers or the webhook URL of the target while shard ${other.run.shard.index} (${other.dir}) used it, which may have spoiled what that saw. Run shard 1 before the others or after them, or give each a server of its own (--own-server).`,
      );
}

function isAtOnce(one: ReadShard, other: ReadShard): boolean {
  return one.startedAt < other.endedAt && other.startedAt < one.endedAt;
}
