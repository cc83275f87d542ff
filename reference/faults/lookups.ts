import { hash } from 'node:crypto';
import type { Finding, Seeking } from '../store.ts';

/** As many as a page or a cache often has. */
const most = 50;

/** A table that changes what it finds of a record once so many newer ones were stored. */
export const old =
  <T>(change: (record: T) => T | undefined, after = most): Finding<T> =>
  (record, newer) =>
    newer < after ? record : change(record);

/** A record is not found any more once so many newer ones were stored. */
export const forgotten = <T>(record: T, newer: number): T | undefined => (newer < most ? record : undefined);

/** An id as a search for a beginning takes it, or a parser of numbers: up to the first character that no id has. */
export const upToOddCharacter: Seeking = (id) => id.replace(/[^\w-].*$/su, '');

/** An id as a search within a text takes it: from the first character that an id has. */
export const fromOrdinaryCharacter: Seeking = (id) => id.replace(/^[^\w-]+/u, '');

/** The end of an id that is drawn of so many, so that two share one now and then. */
export const drawnOf = (count: number, fresh: string): string =>
  String(Number.parseInt(hash('sha256', fresh).slice(0, 8), 16) % count).padStart(16, '0');
