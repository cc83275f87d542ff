import type { Check } from '../../../engine/model.ts';
import type { Reply } from '../../wire.ts';
import { result, statusOf } from '../replies/replies.ts';

/** Refusing a request as malformed breaks the rules about its form, if it has any that a target might overlook (legacy, Endpoints; Errors, bad_request). */
export function taken(otherwise: Check<Reply>, form: readonly string[], success: string): Check<Reply> {
  if (form.length === 0) return otherwise;
  const formal = result(form, success);
  return {
    ...otherwise,
    test: (reply) => (statusOf(reply) === 'bad_request' ? formal : otherwise).test(reply),
  };
}
