import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { startReference } from '../../../reference/server.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { command } from '../../support/runs/command.ts';
import { certificateIn, ended } from '../resume/killed.ts';
import { entryOf } from '../support/reference-target.ts';

interface How {
  readonly folder: string;
  readonly shards: number;
  readonly seed: string;
  readonly runs: string;
  /** Default: all. */
  readonly only?: string;
  /** Runs a task when its turn comes. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
}

export interface Compared {
  readonly verdict: string;
  /** Of the merged run. */
  readonly accusations: number;
  /** Of the one run and of the merged one. */
  readonly requests: readonly number[];
  readonly differences: readonly string[];
  /** The verdict where the last shard is missing. */
  readonly withoutOne: string;
}

/** Certifies the reference with a fault, or without any, in one run and in shards, and compares what both say. */
export async function compared(
  fault: string | undefined,
  { folder, shards, seed, runs, only, inTurn }: How,
): Promise<Compared> {
  mkdirSync(folder, { recursive: true });
  const certify = async (name: string, more: readonly string[]): Promise<string> => {
    const server = await startReference({ control: true, faults: fault === undefined ? [] : [fault] });
    const targets = join(folder, `${name}.yaml`);
    writeFileSync(targets, stringify({ targets: { own: entryOf(server, server.url) } }));
    const out = join(folder, name);
    const { exit, said } = await ended(
      [
        'certify',
        '--targets',
        targets,
        '--seed',
        seed,
        '--runs',
        runs,
        '--out',
        out,
        ...(only === undefined ? [] : ['--only', only]),
        ...more,
      ],
      folder,
    );
    await server.close();
    if (exit === 2) throw new Error(said);
    return out;
  };
  const parts = Array.from({ length: shards }, (_, index) => `${index + 1}/${shards}`);
  const [whole, ...outs] = await Promise.all([
    inTurn(() => certify('whole', [])),
    ...parts.map((part, index) =>
      inTurn(() => certify(`shard-${index + 1}`, ['--shard', part, '--own-server'])),
    ),
  ]);
  const merged = await merge(join(folder, 'merged'), outs);
  const lacking = await merge(join(folder, 'lacking'), outs.slice(0, -1));
  const one = certificateIn(whole);
  return {
    verdict: merged.verdict,
    accusations: accusationsIn(merged).length,
    requests: [one.totals.requests, merged.totals.requests],
    differences: differencesOf(one, merged),
    withoutOne: lacking.verdict,
  };
}

async function merge(out: string, dirs: readonly string[]): Promise<Certificate> {
  const { exit, err } = await command(['merge', ...dirs, '--out', out]).finished;
  if (exit === 2) throw new Error(err);
  return certificateIn(out);
}

/** What is not the same in both: the verdict, those of rows, and what steady failures accuse. */
export function differencesOf(one: Certificate, merged: Certificate): readonly string[] {
  const rows = new Map(merged.requirements.map(({ id, verdict }) => [id, verdict]));
  const [inOne, inMerged] = [accusationsIn(one), accusationsIn(merged)];
  return [
    ...(one.verdict === merged.verdict ? [] : [`verdict: ${one.verdict}, merged ${merged.verdict}`]),
    ...one.requirements
      .filter(({ id, verdict }) => rows.get(id) !== verdict)
      .map(({ id, verdict }) => `${id}: ${verdict}, merged ${rows.get(id)}`),
    ...inOne.filter((accused) => !inMerged.includes(accused)).map((accused) => `only in one run: ${accused}`),
    ...inMerged
      .filter((accused) => !inOne.includes(accused))
      .map((accused) => `only in merged shards: ${accused}`),
  ];
}

/** The rows that steady failures accuse together, each set once. */
function accusationsIn({ failures }: Certificate): readonly string[] {
  const sets = failures
    .filter(({ flaky }) => !flaky)
    .map(({ requirement }) => requirement.toSorted().join(', '));
  return [...new Set(sets)];
}
