import { at, textOf } from '../../models/checks.ts';
import type { Persona, Setup } from '../../models/setup.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { openClient } from '../../harness/wire/client.ts';
import type { Finding } from '../../harness/preflight/trouble.ts';
import { openGate } from '../../harness/pace/limits.ts';
import { liveSigns } from '../../harness/preflight/live.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import { toHttp } from '../../harness/wire/request.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { plainAuthorize, plainCall } from '../../suites/webhooks/plain-calls.ts';

type PersonaName = keyof Setup['personas'];

/** The status that the answer to each persona's authorization has (legacy, Endpoints, Authorize). */
const answers: Readonly<Record<PersonaName, string>> = {
  approve: 'authorize_success',
  pin: 'authenticate_consumer',
  reject: 'authorize_fail',
};

/** What such an answer means for the consumer, who is or was so. */
const meanings: Readonly<Record<string, string>> = {
  authorize_success: 'approved',
  authenticate_consumer: 'asked for a PIN',
  authorize_fail: 'declined',
};

/** A credit check may decline any consumer once. */
const mostTries = 2;

/** Longest text of an answer that is shown. */
const longestText = 120;

type Send = (call: ApiCall) => Promise<Reply | string>;

/**
 * Authorizes a payment of the least amount for each persona of the settings, and says which is not what it was entered as. What is approved is
 * closed again. Sends nothing where money is real.
 */
export async function tryPersonas(
  target: Target,
  capabilities: readonly string[],
): Promise<readonly Finding[]> {
  const setup = setupOf(target, meansOf(target, capabilities), { exclusive: false });
  const names = (['approve', 'pin', 'reject'] as const).filter((name) => setup.personas[name] !== undefined);
  if (names.length === 0) return [];
  if (liveSigns(target).length > 0)
    return [{ part: 'personas', verdict: 'note', text: 'not tried, since that would spend real money' }];
  const client = openClient(target, { connections: 1 });
  const gate = openGate(target.limits);
  const send: Send = async (call) => {
    const came = await gate(() => client.send(toHttp(call, target)));
    return 'reply' in came ? came.reply : came.lost;
  };
  try {
    const findings: Finding[] = [];
    for (const name of names) findings.push(await tryPersona(name, setup, send));
    return findings;
  } finally {
    await client.close();
  }
}

async function tryPersona(name: PersonaName, setup: Setup, send: Send): Promise<Finding> {
  const persona = setup.personas[name];
  if (persona === undefined) throw new Error(`the settings have no persona ${name}`);
  const part = 'personas';
  for (let time = 1; ; time += 1) {
    const reply = await send(plainAuthorize(setup, persona, `payproof-doctor-${name}`));
    if (typeof reply === 'string')
      return { part, verdict: 'unreachable', text: `${name} was not tried: ${reply}` };
    const status = textOf(reply, 'status') ?? '';
    if (status === 'authorize_success') await closed(reply, send);
    if (status === answers[name]) return asEntered(name, persona, reply);
    if (time === mostTries) return { part, verdict: 'wrong', text: wrongText(name, status, reply) };
  }
}

/** The finding about a persona that is answered as it must be: its flag for tests may still be wrong. */
function asEntered(name: PersonaName, persona: Persona, reply: Reply): Finding {
  const part = 'personas';
  const test: unknown = at(reply.body, ['test']);
  if (name === 'approve' && typeof test === 'boolean' && test !== persona.test)
    return {
      part,
      verdict: 'wrong',
      text: `approve is entered with test: ${String(persona.test)}, and its authorization says test: ${String(test)}`,
    };
  return { part, verdict: 'well', text: `${name} was ${meanings[answers[name]] ?? ''}, as it must be` };
}

function wrongText(name: PersonaName, status: string, reply: Reply): string {
  const other = (Object.keys(answers) as PersonaName[]).find((one) => answers[one] === status);
  const why = textOf(reply, 'message') ?? textOf(reply, 'reason') ?? '';
  const said = why === '' ? '' : ` ("${why.slice(0, longestText)}")`;
  const meaning = meanings[status];
  const came =
    meaning === undefined
      ? `got HTTP ${reply.http} with status "${status.slice(0, longestText)}"`
      : `was ${meaning}`;
  const hint = other === undefined ? '' : `: enter the consumer as ${other}, or another one as ${name}`;
  return `${name} must be one who is ${meanings[answers[name]] ?? ''}, and ${came}${said}${hint}`;
}

/** Leaves nothing authorized. Where that fails, the authorization expires. */
async function closed(reply: Reply, send: Send): Promise<void> {
  const id = textOf(reply, 'payment_id');
  if (id !== undefined) await send(plainCall('close', id));
}
