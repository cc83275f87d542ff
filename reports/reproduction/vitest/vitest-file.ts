import { type FailureRecord, permittedWords } from '../../../harness/records/failure-record.ts';
import { type Claim, eventIn } from '../claim.ts';
import { sendsAtOnce } from '../at-once.ts';
import { repeated, type RepeatedCall, type RepeatedExpect } from '../repeated.ts';
import { quoted, readable, source } from './javascript.ts';
import type { Learned } from '../learned-ids.ts';
import { plain } from '../../words/plain.ts';
import { atOnceBody, sequencesCode } from './vitest-at-once.ts';
import { vitestRuntime } from './vitest-runtime.ts';
import type { Json } from '../../../engine/model.ts';
import { tellingFields } from '../../../spec/legacy/events.ts';
import type { EntryOf, NotifiedExpect, ValueExpect } from '../../../spec/expect.ts';

/**
 * A failure as a test file that needs Node and vitest, and nothing of this project: it sends the same requests, passes on the ids
 * that replies give, and asserts that the last reply is one that the documents permit, or what must come in notifications. Undefined where only a replay can judge it.
 */
export function vitestFile(failure: FailureRecord): string | undefined {
  const { calls, variables, expect } = repeated(failure);
  if (expect.of === 'replay') return undefined;
  const { requirement, summary } = failure;
  const hears = expect.of === 'notifications';
  const sequences = expect.of === 'at once' ? expect.sequences : [];
  const isAtOnce = sequences.length > 0;
  const inTurn = calls.flatMap(({ line, number, isLast, known, reads }) => {
    const answer = isLast ? 'answer' : `answer${number}`;
    return [
      '',
      `  // ${number} ${plain(`${line.operation} ${line.kind}`)}`,
      `  // received then: ${plain(line.received)}`,
      `  const ${answer} = await send(${readable(line.call, known, '  ')});`,
      ...reads.map(
        ({ variable, key, prefix, nth }) =>
          `  const ${variable} = extract(${answer}, ${quoted(key)}, ${quoted(prefix)}, ${nth});`,
      ),
    ];
  });
  const assertions = judgedBy(failure, expect, variables);
  if (assertions === undefined) return undefined;
  const judged = isAtOnce ? assertions : unlessOtherwise(calls, assertions);
  return `${[
    `// ${plain(summary)}`,
    ...requirement.map((id) => `// violates ${plain(id)}`),
    ...(isAtOnce ? sendsAtOnce(sequences).map((text) => `// ${text}`) : []),
    '// Run it with the keys in the environment (TARGET_URL, PAY_API_KEY, PAY_SECRET, PAY_SECRET_KEY):',
    ...(hears
      ? [
          '// and CONTROL_URL, or the WEBHOOK_LISTEN and WEBHOOK_URL that the target is set to, and DEADLINE_MS:',
        ]
      : []),
    `//   npx vitest run ${plain(failure.reproduction)}.test.ts`,
    '// @ts-nocheck',
    "import { createHash } from 'node:crypto';",
    ...(judged.some((text) => text.includes('isDeepStrictEqual('))
      ? ["import { isDeepStrictEqual } from 'node:util';"]
      : []),
    ...(hears ? ["import { createServer } from 'node:http';"] : []),
    "import { expect, test } from 'vitest';",
    vitestRuntime,
    ...(hears ? [vitestReceiver] : []),
    ...(isAtOnce ? sequencesCode(sequences) : []),
    `test(${quoted(requirement.join(', ') || summary)}, { timeout: ${isAtOnce ? '600_000' : '120_000'} }, async (${isAtOnce ? '' : hears ? '{ onTestFinished, skip }' : '{ skip }'}) => {`,
    ...(hears ? ['  const inbox = await listen();', '  onTestFinished(inbox.close);'] : []),
    ...(isAtOnce ? [] : [...inTurn, '']),
    ...judged,
    '});',
  ].join('\n')}\n`;
}

function judgedBy(
  failure: FailureRecord,
  expect: Exclude<RepeatedExpect, { readonly of: 'replay' }>,
  learned: readonly Learned[],
): readonly string[] | undefined {
  switch (expect.of) {
    case 'notifications':
      return heard(failure, expect.claims, learned);
    case 'at once':
      return [...breachWords(failure), ...atOnceBody];
    case 'reply':
      return asserted(failure, expect.permitted, learned);
  }
}

/** The assertions, which say nothing of a target that answered a step before otherwise than then: another answer may be permitted there. */
function unlessOtherwise(calls: readonly RepeatedCall[], assertions: readonly string[]): readonly string[] {
  const answers = calls.flatMap(({ answered, number, isLast }) =>
    answered === undefined
      ? []
      : [
          `    [${number}, isAsThen(answer${isLast ? '' : number}, ${answered.http}, ${source(answered.words, [])})],`,
        ],
  );
  return [
    '  const steps = [',
    ...answers,
    '  ];',
    '  await unlessOtherwise(steps, skip, async () => {',
    ...assertions.map((lines) => `  ${lines.replaceAll('\n', '\n  ')}`),
    '  });',
  ];
}

/**
 * What must have come in the notifications: the words as a comment, and an assertion where they can be made into one. Undefined where none of them
 * can.
 */
function heard(
  failure: FailureRecord,
  claims: readonly (readonly NotifiedExpect[])[],
  learned: readonly Learned[],
): readonly string[] | undefined {
  if (claims.flat().length === 0) return undefined;
  const each = breachWords(failure).map((words, index) => {
    const asserts = claims[index]?.map((one) => `  ${notifiedCode(one, (value) => source(value, learned))};`);
    return [words, ...(asserts ?? [])].join('\n');
  });
  return [...new Set(each)];
}

const breachWords = ({ breaches }: FailureRecord): readonly string[] =>
  breaches.map(({ expected, received }) => `  // expected ${plain(expected)}, received ${plain(received)}`);

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

/** What a stand-alone test file about notifications needs in addition. JavaScript as text. */
const vitestReceiver = `
// How long an expected notification may take, and how long to wait for one that must not come.
const deadlineMs = Number(env.DEADLINE_MS ?? 30_000);
const settleMs = Number(env.SETTLE_MS ?? 3000);

/** Receives notifications. Sets the URL through the control interface; without one, a person has set WEBHOOK_URL. */
const listen = async () => {
  const unset = ['WEBHOOK_LISTEN', 'WEBHOOK_URL'].filter((name) => !env[name]);
  if (!env.CONTROL_URL && unset.length > 0)
    throw new Error(\`set CONTROL_URL, or \${unset.join(' and ')}: where the target sends its notifications\`);
  const came = [];
  const server = createServer(async (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    for await (const part of request) if (text.length < 65_536) text += part;
    came.push({ method: request.method, text, body: parsed(text) });
    response.end();
  });
  const [host, port] = (env.WEBHOOK_LISTEN ?? '127.0.0.1:0').split(':');
  await new Promise((done) => server.listen(Number(port), host, done));
  const url = env.WEBHOOK_URL ?? \`http://\${host}:\${server.address().port}/\`;
  if (env.CONTROL_URL) await send({ to: 'control', method: 'PUT', path: '/webhook', body: { url } });
  const having = (fields) =>
    came.filter(({ body }) => Object.entries(fields).every(([name, value]) => at(body, name) === value));
  // What two must differ in to be different ones.
  const identity = ({ text, body }) => JSON.stringify(isObject(body) ? ${JSON.stringify(tellingFields).replaceAll('"', "'").replaceAll(',', ', ')}.map((name) => body[name]) : text);
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  /** Counts the notifications that have these values in these fields, as soon as there are enough, or else at the deadline. */
  const count = async (fields, least) => {
    const until = Date.now() + deadlineMs;
    while (having(fields).length < least && Date.now() < until) await pause(20);
    return having(fields).length;
  };
  return {
    count,
    /** Counts the different notifications that have these values in these fields, after a while. */
    distinct: async (fields) => {
      await pause(settleMs);
      return new Set(having(fields).map(identity)).size;
    },
    /** The notifications that have these values in these fields, a while after the first or at the deadline. */
    all: async (fields) => {
      await count(fields, 1);
      await pause(settleMs);
      return having(fields);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
`;

/** A claim about the notifications that followed as JavaScript. `code` writes a value as code. */
export function notifiedCode(claim: NotifiedExpect, code: (value: Json) => string): string {
  const fields = code(eventIn(claim));
  if ('notifications' in claim)
    return claim.least === undefined
      ? `expect(await inbox.distinct(${fields})).toBeLessThanOrEqual(${claim.most ?? 0})`
      : `expect(await inbox.count(${fields}, ${claim.least})).toBeGreaterThanOrEqual(${claim.least})`;
  const assertion =
    'method' in claim
      ? `expect(one.method).toBe(${code(claim.method)})`
      : matcherCode(
          claim.must,
          claim.at === '' ? 'one.body' : `at(one.body, ${code(claim.at)})`,
          'one.body',
          code,
        );
  return `for (const one of await inbox.all(${fields})) ${assertion}`;
}

/** A claim about the last reply as JavaScript. `code` writes a value as code. */
export function claimCode(claim: Claim, code: (value: Json) => string): string {
  if ('http' in claim) return `expect([${claim.http.join(', ')}]).toContain(answer.http)`;
  if ('httpFrom' in claim)
    return `expect(answer.http).toSatisfy((http) => http >= ${claim.httpFrom} && http <= ${claim.httpTo})`;
  if ('refusal' in claim) return 'expect(isRefused(answer)).toBe(true)';
  const { at, of, each, some, must } = claim;
  const body = of ? `entry(answer, ${code(of.list)}, ${isOneCode(of, code)})` : 'answer.body';
  const value = at === '' ? body : `at(${body}, ${code(at)})`;
  if (each !== undefined)
    return `for (const one of ${value}) ${matcherCode(must, `at(one, ${code(each)})`, body, code)}`;
  if (some === undefined) return matcherCode(must, value, body, code);
  return `expect(${value}.some((one) => ${conditionCode(must, `at(one, ${code(some)})`, body, code)})).toBe(true)`;
}

/** The condition that finds an entry of a list. */
function isOneCode(of: EntryOf, code: (value: Json) => string): string {
  const key = `at(one, ${code(of.key)})`;
  if ('value' in of) return `(one) => ${key} === ${code(of.value)}`;
  return `(one) => ![${['undefined', ...of.except.map(code)].join(', ')}].includes(${key})`;
}

/** An assertion about a value, by the matcher that shows best what came. */
function matcherCode(must: ValueExpect, value: string, body: string, code: (value: Json) => string): string {
  if ('is' in must && must.optional === undefined)
    return `expect(${value}).to${isDeep(must.is) ? 'Equal' : 'Be'}(${code(must.is)})`;
  if ('oneOf' in must || 'is' in must) {
    const each = 'is' in must ? [must.is] : must.oneOf;
    const open = must.optional === undefined ? [] : ['undefined', 'null'];
    return `expect([${[...open, ...each.map(code)].join(', ')}]).toContainEqual(${value})`;
  }
  if ('amount' in must) return `expect(${value}).toBe(${Number(must.amount)})`;
  if ('missing' in must)
    return must.missing === 'unset'
      ? `expect(${value} ?? null).toBe(null)`
      : `expect(${value} ?? '').toBe('')`;
  if ('present' in must) return `expect(${value} ?? null).not.toBe(null)`;
  if ('entries' in must)
    return `expect(${value}${must.optional === undefined ? '' : ' ?? []'}).toHaveLength(${must.entries})`;
  if ('not' in must) return `expect(${value}).not.toEqual(${code(must.not)})`;
  return `expect(${value}).toSatisfy((value) => ${conditionCode(must, 'value', body, code)})`;
}

const typeCode: Readonly<Record<string, (value: string) => string>> = {
  text: (value) => `typeof ${value} === 'string' && ${value} !== ''`,
  object: (value) => `isObject(${value})`,
  array: (value) => `Array.isArray(${value})`,
  'no object': (value) => `!isObject(${value})`,
};

const formCode = {
  instant: String.raw`/^\d{4}-?\d\d-?\d\dT.*(?:Z|[+-]00:?(?:00)?)$/`,
  'civil-time': String.raw`/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/`,
  'utc-milliseconds': String.raw`/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/`,
};

/** A condition on a value as an expression. */
function conditionCode(
  must: ValueExpect,
  value: string,
  body: string,
  code: (value: Json) => string,
): string {
  if ('optional' in must) {
    const { optional: _, ...rest } = must;
    return `(${value} ?? null) === null || (${conditionCode(rest, value, body, code)})`;
  }
  if ('is' in must) return `isDeepStrictEqual(${value}, ${code(must.is)})`;
  if ('oneOf' in must) return `${code(must.oneOf)}.includes(${value})`;
  if ('state' in must) return `${code(must.state)}.includes(String(${value}).toUpperCase())`;
  if ('amount' in must) return `${value} === ${Number(must.amount)}`;
  if ('type' in must) {
    if (must.prefix !== undefined)
      return `typeof ${value} === 'string' && ${value}.startsWith(${code(must.prefix)})`;
    return typeCode[must.type]?.(value) ?? `typeof ${value} === '${must.type}'`;
  }
  if ('form' in must) return `${formCode[must.form]}.test(${value})`;
  if ('missing' in must) return `(${value} ?? '') === ''`;
  if ('present' in must) return `(${value} ?? null) !== null`;
  if ('entries' in must) return `${value}?.length === ${must.entries}`;
  if ('from' in must) return `${value} >= ${must.from} && ${value} <= ${must.to}`;
  if ('not' in must) return `!isDeepStrictEqual(${value}, ${code(must.not)})`;
  if ('laterThan' in must) return `Date.parse(${value}) > Date.parse(at(${body}, ${code(must.laterThan)}))`;
  return 'true';
}

const isDeep = (value: Json): boolean => typeof value === 'object' && value !== null;

/** The lines that assert that the last reply is one of the permitted ones. */
function permittedCode(
  permitted: readonly (readonly Claim[])[],
  code: (value: Json) => string,
): readonly string[] {
  const [only = [], ...others] = permitted.map((claims) =>
    claims.map((claim) => `${claimCode(claim, code)};`),
  );
  if (others.length === 0) return only.map((line) => `  ${line}`);
  return [
    '  permitOne([',
    ...[only, ...others].flatMap((claims) => [
      '    () => {',
      ...claims.map((line) => `      ${line}`),
      '    },',
    ]),
    '  ]);',
  ];
}
