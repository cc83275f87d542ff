import type { Check } from '../../../engine/model.ts';
import { tokenListRules as rules } from '../../../spec/resource/tokens/list.ts';
import { check } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { entries } from '../forms.ts';
import type { ResourceState, Token } from '../state.ts';

/** The ids that a list shows. */
export const idsOf = (body: unknown): readonly unknown[] => entries(body).map(({ id }) => id);

/** A token as a list shows it; undefined where it is not there. */
export const findIn = ({ body }: Reply, { id }: Token) => entries(body).find((one) => one['id'] === id);

/**
 * That deleted tokens are not listed (Endpoints, GET /tokens/). A list proves it where it could hold them: it held one of them before, or it holds another token of this
 * sequence, and none has been a page.
 */
export function leavingOut(
  own: readonly (readonly [string, Token])[],
  present: readonly Token[],
  { lists }: ResourceState,
): readonly Check<Reply>[] {
  const deleted = own.map(([, token]) => token).filter(({ status }) => status.is === 'DELETED');
  if (deleted.length === 0) return [];
  const ids = deleted.map(({ id }) => id);
  const wasListed = deleted.some(({ listed }) => listed);
  const gone = check(
    rules.leavesOutDeleted.id,
    `a list without ${ids.join(', ')}`,
    (reply) => idsOf(reply.body),
    (shown) => ids.every((id) => !(shown as readonly unknown[]).includes(id)),
    { earns: lists?.page === undefined && (wasListed || present.length > 0) },
  );
  const proves = (reply: Reply) => wasListed || present.some((token) => findIn(reply, token) !== undefined);
  return [{ ...gone, proves }];
}
