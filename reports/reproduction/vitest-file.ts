import type { Breach } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/journal-records.ts';
import { quoted, source } from './javascript.ts';
import { idsToRead } from './learned-ids.ts';
import { plain } from '../plain.ts';
import type { Learned } from './shell-words.ts';
import { notificationClaimOf, claimOf } from './vitest-claims.ts';
import { vitestReceiver } from './vitest-receiver.ts';
import { vitestRuntime } from './vitest-runtime.ts';

/**
 * A failure as a test file that needs Node and vitest, and nothing of this project: it sends the same requests, passes on the ids
 * that replies give, and asserts what was expected of the last reply. What can't be made into an assertion is a comment.
 */
export function vitestFile(failure: FailureRecord): string {
  const { requirement, summary, transcript } = failure;
  const hears = failure.signature.at === 'notifications';
  const learned: Learned[] = [];
  const toRead = idsToRead(transcript, hears ? failure.breaches.map(({ expected }) => expected) : []);
  const steps = transcript.flatMap((line, index) => {
    const last = index === transcript.length - 1;
    const code = [
      '',
      `  // ${index + 1} ${plain(`${line.operation} ${line.kind}`)}`,
      `  // received then: ${plain(line.received)}`,
      `  ${last ? 'const answer = ' : `const answer${index + 1} = `}await send(${source(line.call, learned)});`,
    ];
    const ids = (toRead[index] ?? []).map(
      ({ variable, key, prefix, nth }) =>
        `  const ${variable} = extract(answer${last ? '' : index + 1}, ${quoted(key)}, ${quoted(prefix)}, ${nth});`,
    );
    learned.push(...(toRead[index] ?? []));
    return [...code, ...ids];
  });
  const claimed = claims(failure, learned);
  const skipped = whySkipped(failure, claimed);
  return `${[
    `// ${plain(summary)}`,
    ...requirement.map((id) => `// violates ${plain(id)}`),
    '// Run it with the keys in the environment (TARGET_URL, PAY_API_KEY, PAY_SECRET, PAY_SECRET_KEY):',
    ...(hears
      ? [
          '// and CONTROL_URL, or the WEBHOOK_LISTEN and WEBHOOK_URL that the target is set to, and DEADLINE_MS:',
        ]
      : []),
    `//   npx vitest run ${plain(failure.reproduction)}.test.ts`,
    '// It asserts the nearest permitted answer; where several are permitted, npx payproof replay judges all of them.',
    '// @ts-nocheck',
    "import { createHash } from 'node:crypto';",
    ...(hears ? ["import { createServer } from 'node:http';"] : []),
    "import { expect, test } from 'vitest';",
    vitestRuntime,
    ...(hears ? [vitestReceiver] : []),
    `test(${quoted(requirement.join(', ') || summary)}, { timeout: 120_000 }, async ({ skip, onTestFinished }) => {`,
    ...(skipped === undefined ? [] : [`  skip(${quoted(skipped)});`]),
    ...(hears ? ['  const inbox = await listen();', '  onTestFinished(inbox.close);'] : []),
    ...steps,
    '',
    ...claimed.map(({ words, claim }) => (claim === undefined ? words : `${words}\n  ${claim};`)),
    '});',
  ].join('\n')}\n`;
}

/** Why the file can assert nothing; undefined where it can. */
function whySkipped(failure: FailureRecord, claimed: readonly Claimed[]): string | undefined {
  if (failure.overlap !== undefined) return 'its requests overlap: npx payproof replay sends them together';
  if (failure.transcript.length === 0)
    return 'it shows in the handshake, before any request: npx payproof replay makes it';
  if (failure.signature.at === 'procedure')
    return 'it is a procedure that needs a receiver and a clock: npx payproof replay runs it';
  if (claimed.some(({ claim }) => claim !== undefined)) return undefined;
  return 'only npx payproof replay can judge what was expected';
}

interface Claimed {
  /** What was expected, as a comment. */
  readonly words: string;
  /** The same as code, where that is possible. */
  readonly claim?: string;
}

function claims(failure: FailureRecord, learned: readonly Learned[]): readonly Claimed[] {
  const text = (value: string): string => source(value, learned);
  // Another run has other ids: one that no reply gave means nothing there.
  const id = (value: string) => (learned.some((one) => one.value === value) ? text(value) : undefined);
  const claimed = (breach: Breach) =>
    failure.signature.at === 'notifications' ? notificationClaimOf(breach, id) : claimOf(breach, text);
  const all = failure.breaches.map((breach) => {
    const claim = claimed(breach);
    const words = `  // expected ${plain(breach.expected)}, received ${plain(breach.received)}`;
    return [words, { words, ...(claim !== undefined && { claim }) }] as const;
  });
  return [...new Map(all).values()];
}
