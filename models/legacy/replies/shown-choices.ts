import type { Performed, ShownChoice } from '../../../engine/model.ts';
import { formLatitudes as open } from '../../../spec/legacy/latitudes/form-latitudes.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { at, isObject, textOf } from '../../checks.ts';
import { orderOf, prefixOf } from '../../id-order.ts';
import type { Setup } from '../../setup.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { consumersShown, isSoundAuthorization } from './shown-consumers.ts';
import { isRefusal, statusOf } from './replies.ts';

type Answered = Performed<Call, Reply>;

/** What a failure of any operation says of itself: no table gives it a message (legacy, Errors). */
const common: ReadonlySet<unknown> = new Set(['bad_request', 'request_failed', 'failed_request']);

/** The successes that make something, and the field with its id. */
const made: Readonly<Record<string, string>> = {
  authorize_success: 'payment_id',
  capture_success: 'capture_id',
};

/** What the replies of a sequence show of the open points about form and about consumers: nothing rests on them. */
export function choicesShown(
  performed: readonly Answered[],
  personas: Setup['personas'],
): readonly ShownChoice[] {
  const shown: ShownChoice[] = [...consumersShown(performed, personas)];
  const latestIds = new Map<string, string>();
  for (const { step, call, observation } of performed) {
    if ('lost' in observation) continue;
    const { reply } = observation;
    const show = <L extends Latitude>(
      { id: latitude }: L,
      choice: L['choices'][number] | undefined,
    ): void => {
      if (choice !== undefined) shown.push({ latitude, choice, step: step.id });
    };
    if (call.to === 'control') continue;
    show(open.message, messageOf(call, reply));
    show(open.authorizeType, typeTaken(call, reply));
    const name = made[String(statusOf(reply))];
    const id = name === undefined ? undefined : textOf(reply, name);
    if (name === undefined || id === undefined) continue;
    const before = latestIds.get(name);
    latestIds.set(name, id);
    if (before === undefined || before === id) continue;
    show(open.idPrefix, prefixOf(before, id));
    show(open.idOrder, orderOf(before, id));
  }
  return shown;
}

/** The message of a refusal that no operation's table describes. The failures of Authorize are shown with one, whatever their status. */
function messageOf({ operation }: ApiCall, reply: Reply): (typeof open.message.choices)[number] | undefined {
  if (operation === 'authorize') return undefined;
  if (!isRefusal(reply) || !isObject(reply.body) || !common.has(statusOf(reply))) return undefined;
  const { message } = reply.body;
  if (message === undefined || message === null) return 'absent';
  if (typeof message !== 'string') return undefined;
  return message === '' ? 'empty' : 'text';
}

/** Whether an authorization in which nothing is wrong was executed with its authorize_type. */
function typeTaken(call: ApiCall, reply: Reply): (typeof open.authorizeType.choices)[number] | undefined {
  if (call.operation !== 'authorize' || at(call.body, ['options', 'authorize_type']) === undefined)
    return undefined;
  if (statusOf(reply) === 'authorize_success') return 'taken';
  const isRefused = statusOf(reply) === 'bad_request' && isSoundAuthorization(call);
  return isRefused ? 'refused' : undefined;
}
