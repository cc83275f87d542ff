import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import type { Finding } from '../store.ts';
import { fieldsOf } from './replies.ts';

/** As many as a page or a cache often has. */
const most = 50;

/** A table that changes what it finds of a record once so many newer ones were stored. */
export const old =
  <T>(change: (record: T) => T | undefined, after = most): Finding<T> =>
  (record, newer) =>
    newer < after ? record : change(record);

/** A record is not found any more once so many newer ones were stored. */
export const forgotten = <T>(record: T, newer: number): T | undefined => (newer < most ? record : undefined);

/** One reply in so many is changed: a cache, a worker or a replica of many is wrong. */
export const oneIn =
  (many: number, change: (body: ReplyBody) => ReplyBody): ReplyWrapper =>
  (reply, { nth }) =>
    nth % many === many - 1 && reply.http === 200 ? { ...reply, body: change(fieldsOf(reply)) } : reply;
