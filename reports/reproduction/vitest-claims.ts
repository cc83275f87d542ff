import type { Breach } from '../../engine/model.ts';

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

/** An assertion about the last reply, as JavaScript; undefined where the text can't be made into one. `text` writes a text as code. */
export function claimOf({ expected, received }: Breach, text: (value: string) => string): string | undefined {
  const http = /^HTTP status (\d{3}(?: or \d{3})*)\b/.exec(expected)?.[1];
  if (http !== undefined) return `expect([${http.split(' or ').join(', ')}]).toContain(answer.http)`;
  const [, path = '', demanded = ''] = /^([a-z_]+(?:\.[a-z_]+)*):? (.+)$/s.exec(expected) ?? [];
  if (path === '') return undefined;
  const value = `at(answer.body, ${text(path)})`;
  if (demanded === 'absent') return `expect(${value} ?? '').toBe('')`;
  const literal = scalar(demanded);
  if (literal !== undefined) return `expect(${value}).toBe(${literalText(literal, text)})`;
  // Only words say what is expected, so all that can be asserted is that the wrong value is gone.
  const wrong = scalar(received.startsWith(`${path} `) ? received.slice(path.length + 1) : received);
  if (wrong === undefined || !expected.startsWith(`${path}: `)) return undefined;
  return `expect(${value}).not.toBe(${literalText(wrong, text)})`;
}

type Scalar = string | number | boolean | null;

/** The value of a JSON text; undefined for objects, arrays, and what is no JSON, such as a text that was cut. */
function scalar(json: string): { readonly value: Scalar } | undefined {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' && value !== null ? undefined : { value: value as Scalar };
  } catch {
    return undefined;
  }
}

function literalText({ value }: { readonly value: Scalar }, text: (value: string) => string): string {
  return typeof value === 'string' ? text(value) : String(value);
}
