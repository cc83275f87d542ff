import type { RunRecord } from '../journal/journal-records.ts';

/** What is different in a run from how it began, in words; nothing when it can go on. */
export function differences(before: RunRecord, now: RunRecord): readonly string[] {
  if (before.settings === undefined)
    return ['it is of an earlier version of payproof, which did not note its settings'];
  const pairs: readonly (readonly [what: string, before: unknown, now: unknown])[] = [
    ['payproof', before.tool.version, now.tool.version],
    ['the target', before.target.name, now.target.name],
    ['its interfaces', before.target.interfaces, now.target.interfaces],
    ['what it offers', before.target.means.toSorted(), now.target.means.toSorted()],
    ['--seed', before.seed, now.seed],
    ['--runs', before.runs, now.runs],
    ['--only', before.only, now.only],
    ['--shard', shardText(before), shardText(now)],
    ['its profile', before.profile, now.profile],
    ['its known_deviations', before.knownDeviations, now.knownDeviations],
    ...keysOf(before, now).map((key) => [key, before.settings?.[key], now.settings?.[key]] as const),
  ];
  return pairs.flatMap(([what, was, is]) => {
    const [one, other] = [saidOf(was), saidOf(is)];
    return one === other ? [] : [`${what} was ${one} and is ${other}`];
  });
}

function shardText({ shard }: RunRecord): string | undefined {
  return shard && `${shard.index}/${shard.of}${shard.shared ? '' : ', each with a server of its own'}`;
}

function keysOf(...runs: readonly RunRecord[]): readonly string[] {
  return [...new Set(runs.flatMap(({ settings }) => Object.keys(settings ?? {})))];
}

function saidOf(value: unknown): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ');
  return JSON.stringify(value, inOrder);
}

/** Writes the fields of an object in the order of their names. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
