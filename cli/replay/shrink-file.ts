import { basename, dirname, join } from 'node:path';
import { plain } from '../../reports/words/plain.ts';
import type { Reproduction } from '../../reports/reproduction/reproduction.ts';
import { writeReproduction } from '../../reports/write.ts';
import { exitCodes } from '../command/exit-codes.ts';
import { onInterrupt } from '../command/interrupt.ts';
import type { ReplayOptions } from './replay-stored.ts';
import { terminalJson, terminalText } from '../command/terminal.ts';

/**
 * Runs the shrinker on a stored reproduction. Writes a smaller one, if found, next to it: `NAME-smaller.json`, with its script and
 * test file. Gives exit status 1 when the failure still happens, 0 when it does not, 130 when interrupted; the smallest so far is
 * written then too.
 */
export async function shrinkFile(
  file: string,
  stored: Reproduction,
  { targets, target, live = false, json = false }: ReplayOptions,
): Promise<number> {
  const { shrinkAgain } = await import('../../suites/replay/shrink-again.ts');
  const interrupt = onInterrupt();
  const record = await shrinkAgain(stored, {
    ...(targets === undefined ? {} : { targets }),
    target: target ?? stored.target,
    signal: interrupt.signal,
    live,
  }).finally(() => interrupt.release());
  const code = interrupt.signal.aborted ? exitCodes.interrupted : exitCodes.nonconformant;
  const print = (result: { readonly steps?: number; readonly file?: string }, text: string): void => {
    process.stdout.write(
      json ? `${terminalJson({ before: stored.sequence.length, ...result })}\n` : `${terminalText(text)}\n`,
    );
  };
  if (record === undefined) {
    print({}, 'it no longer fails in this way: there is nothing to shrink');
    return exitCodes.conformant;
  }
  const before = JSON.stringify(stored.sequence);
  const { length } = record.sequence;
  const isSmaller = length < stored.sequence.length || JSON.stringify(record.sequence).length < before.length;
  if (!isSmaller) {
    const why = interrupt.signal.aborted ? 'no smaller one was found so far' : 'no smaller one was found';
    print({ steps: length }, `${why}: ${length} steps`);
    return code;
  }
  const smaller = `${basename(file, '.json')}-smaller`;
  const { requestsToShrink, summary } = record;
  const dir = dirname(file);
  await writeReproduction(
    dir,
    { ...record, reproduction: smaller },
    { target: stored.target, tool: stored.tool },
  );
  print(
    { steps: length, file: join(dir, `${smaller}.json`) },
    `${plain(summary)}\n${stored.sequence.length} steps before, ${length} now, with ${requestsToShrink} requests: ${join(dir, `${smaller}.json`)}`,
  );
  return code;
}
