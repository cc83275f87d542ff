import { counted } from './counted.ts';
import type { Cleanup } from '../journal/cleanup.ts';
import { plain } from './plain.ts';

/** Payments that are listed on the terminal; the certificate has them all. */
const mostListed = 12;

/** What was undone at the end of a run, in one sentence. */
export function cleanupSentence({ closed, refunded, requests }: Cleanup): string {
  return `cleaned up: ${counted(closed, 'payment')} closed, ${counted(refunded, 'capture')} refunded, by ${counted(requests, 'unjudged request')}`;
}

/** How many payments are left. */
export function leftCount({ left, more = 0 }: Cleanup): number {
  return left.length + more;
}

/** What was undone at the end of a run and what is left, for the terminal; empty where nothing was to be done. */
export function cleanupText(cleanup: Cleanup | undefined): readonly string[] {
  if (cleanup === undefined) return [];
  const all = leftCount(cleanup);
  if (all === 0) return [cleanupSentence(cleanup)];
  const shown = cleanup.left.slice(0, mostListed);
  const rest = all - shown.length;
  return [
    [
      cleanupSentence(cleanup),
      `${counted(all, 'payment')} left, which may be open or captured:`,
      ...shown.map((one) => `  ${one.interface} ${plain(one.id)}: ${plain(one.why)}`),
      ...(rest === 0 ? [] : [`  … and ${rest} more`]),
    ].join('\n'),
  ];
}
