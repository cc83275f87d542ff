import { createHash } from 'node:crypto';
import type { HttpRequest } from '../wire/request.ts';

/** What a request belongs to. */
interface Traced {
  /** When its run began, ms since the epoch: traces of two runs are not one. */
  readonly startedAt: number;
  readonly sequence: string;
  readonly step: string;
}

/** A request with a header that names its sequence and step; `traceparent` has the form of W3C Trace Context, version 00. */
export function withTrace(
  request: HttpRequest,
  header: string | undefined,
  { startedAt, sequence, step }: Traced,
): HttpRequest {
  if (header === undefined) return request;
  const name = sequence === '' ? 'payproof' : `${sequence}/${step}`;
  const value =
    header === 'traceparent' ? `00-${hexOf(`${startedAt} ${sequence}`, 32)}-${hexOf(name, 16)}-01` : name;
  const { journal } = request;
  return {
    ...request,
    headers: { ...request.headers, [header]: value },
    journal: { ...journal, headers: { ...journal.headers, [header]: value } },
  };
}

const hexOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
