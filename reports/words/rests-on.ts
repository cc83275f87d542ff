import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import type { Requirement } from '../../spec/requirement.ts';

/** No document shows a signature of notifications, so that whoever knows the receiver's URL can forge one. */
export const unsigned =
  'rests on notifications, which nothing signs: as sure as the path of the webhook URL is secret';

/** Whether checks of a row read what the receiver was sent. */
export function rowRestsOnNotifications({ needs = [] }: Requirement): boolean {
  return needs.includes('webhooks');
}

/** Whether a violation showed in what the receiver was sent, or in what it was not. */
export function failureRestsOnNotifications(record: Pick<FailureRecord, 'interface' | 'signature'>): boolean {
  return record.interface === 'webhooks' || record.signature.at === 'notifications';
}
