import { hash } from 'node:crypto';
import { Pool } from 'undici';
import { toHttp } from '../../harness/wire/request.ts';
import type { Target } from '../../harness/settings/settings.ts';
import type { ApiCall, Call, ControlCall } from '../../models/wire.ts';
import { paceOf, type Pace } from './pace.ts';

/** A call as it was sent, with the text of its reply. */
export interface Recorded {
  readonly call: Call;
  readonly text: string;
}

type Ids = ReadonlyMap<string, string>;
type Prepared = { readonly render: (ids: Ids) => Rendered } | ControlCall;

interface Rendered {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const idPattern = /\b(?:pay|cap|tok|ref)_[0-9A-Za-z]+/g;

/** The ids of payments, captures, tokens and refunds in a text, in order of appearance. */
function idsIn(text: string): readonly string[] {
  return text.match(idPattern) ?? [];
}

/** Prepares a request before the clock runs; only ids and the checksums over them are filled in later. */
function prepared(call: ApiCall, target: Target): (ids: Ids) => Rendered {
  const { method, path, headers, body = null } = toHttp(call, target);
  const rename = (text: string, ids: Ids) => text.replace(idPattern, (id) => ids.get(id) ?? id);
  const plan = call.checksum?.corruption === undefined ? call.checksum : undefined;
  const secret = target.legacy?.secret ?? '';
  const before = plan && hash('sha256', secret + plan.of, plan.encoding);
  return (ids) => {
    let text = body === null ? null : rename(String(body), ids);
    if (plan !== undefined && before !== undefined && text !== null) {
      text = text.replace(before, hash('sha256', secret + rename(plan.of, ids), plan.encoding));
    }
    return { method: method as 'POST', path: rename(path, ids), headers, body: text };
  };
}

/**
 * Sends recorded sequences again with the ids that the target gives this time: the same requests over the same number of
 * connections, without model, verdict or journal. Control calls, which set a sequence up, are sent in between and not
 * counted.
 */
export async function bareLoop(
  target: Target,
  sequences: readonly (readonly Recorded[])[],
  connections: number,
  control: (call: Call) => Promise<string>,
): Promise<Pace> {
  const recorded = sequences.map((sequence) => sequence.map(({ text }) => idsIn(text)));
  const queue: Prepared[][] = sequences.map((sequence) =>
    sequence.map(({ call }) => (call.to === 'control' ? call : { render: prepared(call, target) })),
  );
  const pool = new Pool(new URL(target.legacy?.baseUrl ?? '').origin, { connections });
  let requests = 0;
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < queue.length; index = next++) {
      const ids = new Map<string, string>();
      for (const [position, one] of (queue[index] ?? []).entries()) {
        const body = await ('to' in one ? control(renamed(one, ids)) : send(pool, one.render(ids)));
        if (!('to' in one)) requests += 1;
        learn(ids, recorded[index]?.[position] ?? [], body);
      }
    }
  };
  const pace = await paceOf(async () => {
    await Promise.all(Array.from({ length: connections }, lane));
    return requests;
  });
  await pool.close();
  return pace;
}

async function send(pool: Pool, request: Rendered): Promise<string> {
  return (await pool.request(request)).body.text();
}

function renamed(call: ControlCall, ids: Ids): ControlCall {
  return { ...call, path: call.path.replace(idPattern, (id) => ids.get(id) ?? id) };
}

function learn(ids: Map<string, string>, before: readonly string[], body: string): void {
  if (before.every((id) => ids.has(id))) return;
  const after = idsIn(body);
  for (const [index, id] of before.entries()) {
    const now = after[index];
    if (now !== undefined && !ids.has(id)) ids.set(id, now);
  }
}
