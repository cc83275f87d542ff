import { checksOf } from '../../../engine/judge/miss.ts';
import type { Json } from '../../../engine/model.ts';
import type { Outcomes } from '../../../models/resource/state.ts';
import type { ApiCall, Reply } from '../../../models/wire.ts';

/** A call of the resource interface with right credentials, of which only its method and body are judged. */
export const call = (body?: Json, method = 'POST'): ApiCall => ({
  to: 'resource',
  operation: 'create',
  method,
  path: '/payments',
  credential: 'valid',
  ...(body !== undefined && { body }),
});

/** A reply in JSON at no particular time. */
export const reply = (http: number, body: unknown): Reply => ({
  http,
  body,
  contentType: 'application/json',
  text: '{}',
  sentAt: 0,
  receivedAt: 0,
});

/** A whole error object. */
export const error = (http: number, code: string): Reply =>
  reply(http, { reference: 'r', status: String(http), code, title: 't', description: 'd' });

/** Whether a reply fits one of the outcomes. */
export const permits = (outcomes: Outcomes, answer: Reply): boolean =>
  outcomes.some((outcome) => checksOf(outcome).every((check) => check.test(answer).length === 0));
