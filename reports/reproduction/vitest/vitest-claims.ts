import type { Breach, Json } from '../../../engine/model.ts';
import type { Claim } from '../claim.ts';

/**
 * An assertion about the notifications that followed, as JavaScript; undefined where the text can't be made into one. `id` gives
 * the code for one of the target's ids, or undefined where no reply gave it.
 */
export function notificationClaimOf(
  { expected }: Breach,
  id: (value: string) => string | undefined,
): string | undefined {
  // How many of several equal ones are due may depend on an open point: that is left to the replay.
  const due = /^a notification (\w+(?: \S+)+)$/.exec(expected);
  const unasked = /^no (\w+): nothing happened to "(\S+)" that emits one$/.exec(expected);
  const forbidden = /^no (\w+(?: \S+)+)$/.exec(expected);
  const bounded = /^at most (\d+) distinct (\w+(?: \S+)+)$/.exec(expected);
  const event =
    unasked === null ? (due?.[1] ?? bounded?.[2] ?? forbidden?.[1]) : `${unasked[1]} ${unasked[2]}`;
  const [status = '', ...ids] = event?.split(' ') ?? [];
  const known = ids.map(id);
  if (!/^\w+_(?:success|fail)$/.test(status) || known.includes(undefined)) return undefined;
  const words = `[${[JSON.stringify(status), ...known].join(', ')}]`;
  if (due === null) return `expect(await inbox.distinct(${words})).toBeLessThanOrEqual(${bounded?.[1] ?? 0})`;
  return `expect(await inbox.count(${words}, 1)).toBeGreaterThanOrEqual(1)`;
}

/** A claim about the last reply as JavaScript. `code` writes a value as code. */
export function claimCode(claim: Claim, code: (value: Json) => string): string {
  const at = 'path' in claim && claim.is !== 'entry-other' ? `at(answer.body, ${code(claim.path)})` : '';
  switch (claim.is) {
    case 'http':
      return `expect([${claim.of.join(', ')}]).toContain(answer.http)`;
    case 'http-between':
      return `expect(answer.http).toSatisfy((http) => http >= ${claim.from} && http <= ${claim.to} && http !== ${claim.not})`;
    case 'value':
      return `expect(${at}).to${isDeep(claim.value) ? 'Equal' : 'Be'}(${code(claim.value)})`;
    case 'one-of':
      return `expect([undefined, null, ${claim.texts.map(code).join(', ')}]).toContain(${at})`;
    case 'absent':
      return `expect(${at} ?? '').toBe('')`;
    case 'present':
      return `expect(${at} ?? null).not.toBe(null)`;
    case 'other':
      return `expect(${at}).not.toEqual(${code(claim.than)})`;
    case 'entry-other':
      return `expect(entry(answer, ${code(claim.list)}, ${code(claim.id)})[${code(claim.path)}] ?? null).not.toEqual(${code(claim.than)})`;
    case 'empty-list':
      return `expect(${at}).toEqual([])`;
    case 'refusal':
      return 'expect(isRefused(answer)).toBe(true)';
    case 'no-object':
      return 'expect(isObject(answer.body)).toBe(false)';
    case 'object':
      return 'expect(isObject(answer.body)).toBe(true)';
  }
}

const isDeep = (value: Json): boolean => typeof value === 'object' && value !== null;

/** The lines that assert that the last reply is one of the permitted ones. */
export function permittedCode(
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
