import type { FailureRecord } from '../../../harness/journal/journal-records.ts';
import { type Claim, permittedClaims } from '../claim.ts';
import { whyReplayOnly } from '../forms.ts';
import { quoted, readable, source } from './javascript.ts';
import { idsToRead } from '../learned-ids.ts';
import { plain } from '../../words/plain.ts';
import type { Learned } from '../curl/shell-words.ts';
import { permittedWords } from '../../../harness/records/permitted-words.ts';
import { notificationClaimOf, permittedCode } from './vitest-claims.ts';
import { vitestReceiver } from './vitest-receiver.ts';
import { vitestRuntime } from './vitest-runtime.ts';

/**
 * A failure as a test file that needs Node and vitest, and nothing of this project: it sends the same requests, passes on the ids
 * that replies give, and asserts that the last reply is one that the documents permit, or what must come in notifications. Undefined where only a replay can judge it.
 */
export function vitestFile(failure: FailureRecord): string | undefined {
  if (whyReplayOnly(failure) !== undefined) return undefined;
  const { requirement, summary, transcript } = failure;
  const hears = failure.signature.at === 'notifications';
  const learned: Learned[] = [];
  const toRead = idsToRead(
    transcript,
    failure.breaches.map(({ expected }) => expected),
  );
  const steps = transcript.flatMap((line, index) => {
    const last = index === transcript.length - 1;
    const code = [
      '',
      `  // ${index + 1} ${plain(`${line.operation} ${line.kind}`)}`,
      `  // received then: ${plain(line.received)}`,
      `  ${last ? 'const answer = ' : `const answer${index + 1} = `}await send(${readable(line.call, learned, '  ')});`,
    ];
    const idsHere = (last && !hears ? [] : toRead[index]) ?? [];
    const ids = idsHere.map(
      ({ variable, key, prefix, nth }) =>
        `  const ${variable} = extract(answer${last ? '' : index + 1}, ${quoted(key)}, ${quoted(prefix)}, ${nth});`,
    );
    learned.push(...idsHere);
    return [...code, ...ids];
  });
  const permitted = hears ? undefined : permittedClaims(failure);
  const judged = permitted === undefined ? heard(failure, learned) : asserted(failure, permitted, learned);
  if (judged === undefined) return undefined;
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
    '// @ts-nocheck',
    "import { createHash } from 'node:crypto';",
    ...(hears ? ["import { createServer } from 'node:http';"] : []),
    "import { expect, test } from 'vitest';",
    vitestRuntime,
    ...(hears ? [vitestReceiver] : []),
    `test(${quoted(requirement.join(', ') || summary)}, { timeout: 120_000 }, async (${hears ? '{ onTestFinished }' : ''}) => {`,
    ...(hears ? ['  const inbox = await listen();', '  onTestFinished(inbox.close);'] : []),
    ...steps,
    '',
    ...judged,
    '});',
  ].join('\n')}\n`;
}

/**
 * What must have come in the notifications: the words as a comment, and an assertion where they can be made into one. Undefined where none of them
 * can.
 */
function heard({ breaches }: FailureRecord, learned: readonly Learned[]): readonly string[] | undefined {
  // Another run has other ids: one that no reply gave means nothing there.
  const id = (value: string) =>
    learned.some((one) => one.value === value) ? source(value, learned) : undefined;
  const claims = breaches.map((breach) => notificationClaimOf(breach, id));
  if (claims.every((claim) => claim === undefined)) return undefined;
  const each = breaches.map(({ expected, received }, index) => {
    const words = `  // expected ${plain(expected)}, received ${plain(received)}`;
    return claims[index] === undefined ? words : `${words}\n  ${claims[index]};`;
  });
  return [...new Set(each)];
}

/** What is permitted of the last answer, as comments and as assertions. */
function asserted(
  failure: FailureRecord,
  permitted: readonly (readonly Claim[])[],
  learned: readonly Learned[],
): readonly string[] {
  const words = permittedWords(failure);
  return [
    ...words.map((text, index) => `  // ${index === 0 ? 'permitted:' : '       or:'} ${plain(text)}`),
    ...permittedCode(permitted, (value) => source(value, learned)),
  ];
}
