import type { Json } from '../engine/model.ts';
import type { FailureRecord } from '../harness/journal-records.ts';
import { lessons } from './learned-ids.ts';
import { plain } from './plain.ts';
import type { Learned } from './shell-words.ts';
import { claimOf } from './vitest-claims.ts';
import { vitestRuntime } from './vitest-runtime.ts';

/**
 * A failure as a test file that needs Node and vitest, and nothing of this project: it sends the same requests, hands the ids of
 * answers on, and claims what was expected of the last answer. What words can't be made into a claim is said and skipped.
 */
export function vitestFile(failure: FailureRecord): string {
  const { requirement, summary, transcript } = failure;
  const skipped = whySkipped(failure);
  const learned: Learned[] = [];
  const taught = lessons(transcript);
  const steps = transcript.flatMap((line, index) => {
    const last = index === transcript.length - 1;
    const code = [
      '',
      `  // ${index + 1} ${plain(`${line.operation} ${line.kind}`)}`,
      `  // received then: ${plain(line.received)}`,
      `  ${last ? 'const answer = ' : `const answer${index + 1} = `}await send(${source(line.call, learned)});`,
    ];
    const ids = (taught[index] ?? []).map(
      ({ variable, key, prefix, nth }) =>
        `  const ${variable} = pick(answer${last ? '' : index + 1}, ${quoted(key)}, ${quoted(prefix)}, ${nth});`,
    );
    learned.push(...(taught[index] ?? []));
    return [...code, ...ids];
  });
  return `${[
    `// ${plain(summary)}`,
    ...requirement.map((id) => `// violates ${plain(id)}`),
    '// Run it with the keys in the environment (TARGET_URL, PAY_API_KEY, PAY_SECRET, PAY_SECRET_KEY):',
    `//   npx vitest run ${plain(failure.reproduction)}.test.ts`,
    '// It claims the answer that was the nearest permitted one; where several are, npx payproof replay judges all.',
    '// @ts-nocheck',
    "import { createHash } from 'node:crypto';",
    "import { expect, test } from 'vitest';",
    vitestRuntime,
    `test(${quoted(requirement.join(', ') || summary)}, { timeout: 120_000 }, async ({ skip }) => {`,
    ...(skipped === undefined ? [] : [`  skip(${quoted(skipped)});`]),
    ...steps,
    '',
    ...claims(failure, learned),
    '});',
  ].join('\n')}\n`;
}

const notifications = 'it is about notifications, which need a receiver: npx payproof replay judges them';

/** Why the file can claim nothing; undefined where it can. */
function whySkipped({ signature, interface: of, breaches, overlap }: FailureRecord): string | undefined {
  if (overlap !== undefined) return 'its requests overlap: npx payproof replay releases them together';
  if (signature.startsWith('arrivals ') || of === 'webhooks') return notifications;
  if (breaches.some((breach) => claimOf(breach, quoted) !== undefined)) return undefined;
  return 'what was expected of the last answer can only be judged by npx payproof replay';
}

function claims({ breaches }: FailureRecord, learned: readonly Learned[]): readonly string[] {
  const made = breaches.map((breach) => {
    const claim = claimOf(breach, (text) => spliced(text, learned));
    const words = `// expected ${plain(breach.expected)}, received ${plain(breach.received)}`;
    return claim === undefined ? `  ${words}` : `  ${words}\n  ${claim};`;
  });
  return [...new Set(made)];
}

/** A value as JavaScript, each learned text replaced by its variable. */
function source(value: Json, learned: readonly Learned[]): string {
  if (typeof value === 'string') return spliced(value, learned);
  if (Array.isArray(value)) return `[${value.map((item: Json) => source(item, learned)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, inner]) => `${keyed(key)}: ${source(inner, learned)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return JSON.stringify(value);
}

/** A field's name; computed where it is no plain one, since `__proto__: x` would set the prototype. */
function keyed(name: string): string {
  return /^[a-z][a-z0-9_]*$/i.test(name) ? name : `[${quoted(name)}]`;
}

function spliced(text: string, learned: readonly Learned[]): string {
  // A path holds an id as it is written in a URL.
  const forms = learned.flatMap(({ value, variable }) => [
    { value, code: variable },
    ...(encodeURIComponent(value) === value
      ? []
      : [{ value: encodeURIComponent(value), code: `encodeURIComponent(${variable})` }]),
  ]);
  const ordered = forms.toSorted((a, b) => b.value.length - a.value.length);
  const parts: string[] = [];
  let rest = '';
  for (let at = 0; at < text.length;) {
    const found = ordered.find(({ value }) => value !== '' && text.startsWith(value, at));
    if (found === undefined) {
      rest += text[at];
      at += 1;
      continue;
    }
    if (rest !== '') parts.push(quoted(rest));
    rest = '';
    parts.push(found.code);
    at += found.value.length;
  }
  if (rest !== '' || parts.length === 0) parts.push(quoted(rest));
  // Begins with a text, so that a sum of two variables is one as well.
  return parts.length > 1 && !parts[0]?.startsWith('"') ? `"" + ${parts.join(' + ')}` : parts.join(' + ');
}

/** A text as a JavaScript literal of ASCII, whatever it holds. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
