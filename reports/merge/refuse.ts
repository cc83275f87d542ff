import type { RunRecord } from '../../harness/journal/journal-records.ts';
import { differences } from '../../harness/records/run-differences.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { ReadShard } from './read-shard.ts';

const addresses: ReadonlySet<string> = new Set(['legacy.base_url', 'resource.base_url', 'control.url']);

/** Throws a SettingsError where these are not shards of one run, each once, or where one of them spoiled what another saw. */
export function refuseUnmergeable(shards: readonly ReadShard[]): void {
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
function differencesOf(first: RunRecord, other: RunRecord): readonly string[] {
  const { shard: ofFirst, ...was } = withoutAddresses(first);
  const { shard: ofOther, ...is } = withoutAddresses(other);
  const pairs = [
    ['the number of shards', ofFirst?.of, ofOther?.of],
    ['whether they share the target', ofFirst?.shared, ofOther?.shared],
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

/** The first shard of a shared target moves its clock, where that can be done: nobody may judge the target's answers meanwhile. */
function refuseAtOnce(shards: readonly ReadShard[]): void {
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
