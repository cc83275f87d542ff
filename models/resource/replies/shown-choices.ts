import type { Performed, ShownChoice } from '../../../engine/model.ts';
import { resourceLatitudes as open } from '../../../spec/resource/latitudes.ts';
import { at, textOf } from '../../checks.ts';
import { orderOf } from '../../id-order.ts';
import type { Call, Reply } from '../../wire.ts';
import { entries } from '../forms.ts';

/** A list of so many tokens or fewer may be a page that is not full: so many are on the longest that are usual. */
const mostOnPage = 100;

/** What the replies of a sequence show of the open points about form: ids, lists, and descriptions of errors. */
export function choicesShown(performed: readonly Performed<Call, Reply>[]): readonly ShownChoice[] {
  const shown: ShownChoice[] = [];
  const latestIds = new Map<string, string>();
  const described = new Map<string, { readonly kind: string; readonly text: string }>();
  for (const { step, call, observation } of performed) {
    if ('lost' in observation || call.to !== 'resource') continue;
    const { reply } = observation;
    for (const [kind, id] of madeBy(call.operation, reply)) {
      const before = latestIds.get(kind);
      latestIds.set(kind, id);
      if (before !== undefined && before !== id)
        shown.push({ latitude: open.idOrder.id, choice: orderOf(before, id), step: step.id });
    }
    if (call.operation === 'token-list' && entries(reply.body).length > mostOnPage)
      shown.push({ latitude: open.listPaging.id, choice: 'whole', step: step.id });
    const [code, text] = [textOf(reply, 'code'), textOf(reply, 'description')];
    if (reply.http < 400 || code === undefined || text === undefined) continue;
    const { kind } = step;
    const before = described.get(code);
    described.set(code, { kind, text });
    if (before !== undefined && before.kind !== kind)
      shown.push({
        latitude: open.description.id,
        choice: before.text === text ? 'code' : 'cause',
        step: step.id,
      });
  }
  return shown;
}

/**
 * The ids that a reply has made, each with what it names: of a success the payment itself, or its latest capture or refund; of a failure the
 * error.
 */
function madeBy(operation: string, { http, body }: Reply): readonly (readonly [string, string])[] {
  if (http >= 400) {
    const reference = at(body, ['reference']);
    return typeof reference === 'string' && reference !== '' ? [['reference', reference]] : [];
  }
  if (http < 200 || http >= 300) return [];
  const list = lists[operation];
  const of = operation === 'create' ? body : list && entries(at(body, [list])).at(-1);
  const id = at(of, ['id']);
  return typeof id === 'string' && id !== '' ? [[operation, id]] : [];
}

const lists: Readonly<Record<string, string>> = { capture: 'captures', refund: 'refunds' };
