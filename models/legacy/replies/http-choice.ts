import type { Check, Sought } from '../../../engine/model.ts';
import { common } from '../../../spec/legacy/common.ts';
import { status } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { isSuccessHttp } from './replies.ts';

export type HttpChoice = '200' | '400' | '401' | 'other-4xx' | '5xx';

/** Whether an HTTP status belongs to a class of a latitude's choices. */
export function isHttp(choice: HttpChoice, named: readonly number[], http: number): boolean {
  switch (choice) {
    case 'other-4xx':
      return http >= 400 && http < 500 && !named.includes(http);
    case '200':
      return isSuccessHttp(http);
    case '5xx':
      return http >= 500;
    case '400':
    case '401':
      return http === Number(choice);
  }
}

/** Those of the choices that are sought: the first is the ordinary one, and a reply has its own. */
export function httpsSought<H extends HttpChoice>(
  choices: readonly H[],
  named: readonly number[],
  sought: Sought<Reply> | undefined,
): readonly H[] {
  if (sought === undefined) return choices;
  if (sought === 'ordinary') return choices.slice(0, 1);
  return choices.filter((choice) => isHttp(choice, named, sought.reply.http));
}

/** The HTTP status belongs to this class of a latitude's choices. Proves nothing: the point is open. */
export function httpIs(choice: HttpChoice, named: readonly number[]): Check<Reply> {
  return status(common.failureNotServerError.id, (http) => isHttp(choice, named, http), choice, {
    earns: false,
  });
}
