import { basename, dirname, join } from 'node:path';
import { plain } from '../reports/plain.ts';
import type { Reproduction } from '../reports/reproduction.ts';
import { writeReproduction } from '../reports/write.ts';
import { exitCodes } from './exit-codes.ts';
import type { ReplayOptions } from './replay-once.ts';

/**
 * Runs the shrinker from a stored reproduction, and writes a smaller one beside it where there is one: `NAME-smaller.json`, with its
 * script and test file. Gives exit status 1 when the failure is still there, 0 when it is gone.
 */
export async function shrinkFile(
  file: string,
  stored: Reproduction,
  { targets, target, json = false }: ReplayOptions,
): Promise<number> {
  const { shrinkAgain } = await import('../suites/shrink-again.ts');
  const record = await shrinkAgain(stored, {
    ...(targets === undefined ? {} : { targets }),
    target: target ?? stored.target,
  });
  const told = (result: { readonly steps?: number; readonly file?: string }, text: string): void => {
    process.stdout.write(
      json ? `${JSON.stringify({ before: stored.sequence.length, ...result })}\n` : `${text}\n`,
    );
  };
  if (record === undefined) {
    told({}, 'it does not fail so any more: there is nothing to shrink');
    return exitCodes.conformant;
  }
  const before = JSON.stringify(stored.sequence);
  const { length } = record.sequence;
  const isSmaller = length < stored.sequence.length || JSON.stringify(record.sequence).length < before.length;
  if (!isSmaller) {
    told({ steps: length }, `it is as small as it gets: ${length} steps`);
    return exitCodes.nonconformant;
  }
  const smaller = `${basename(file, '.json')}-smaller`;
  const { requestsToShrink, summary } = record;
  const dir = dirname(file);
  await writeReproduction(
    dir,
    { ...record, reproduction: smaller },
    { target: stored.target, tool: stored.tool },
  );
  told(
    { steps: length, file: join(dir, `${smaller}.json`) },
    `${plain(summary)}\n${stored.sequence.length} steps before, ${length} now, with ${requestsToShrink} requests: ${join(dir, `${smaller}.json`)}`,
  );
  return exitCodes.nonconformant;
}
