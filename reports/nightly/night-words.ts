import type { Certificate } from '../certificate/certificate-schema.ts';
import type { Nightly } from './nightly-schema.ts';
import { plain } from '../words/plain.ts';

/** What the certificate, the page and the terminal say of a night. */
export type JudgedNight = Pick<Nightly, 'verdict' | 'reasons'>;

/** The verdict on a night for people. */
export const nightVerdicts = {
  quiet: 'no alarm',
  alarm: 'alarm',
  inconclusive: 'inconclusive',
} as const;

/** How far the night reached, where that must be said with its verdict: an alarm holds however far it reached. */
export function reachOf(
  { verdict }: JudgedNight,
  { scope }: Pick<Certificate, 'scope'> | Pick<Nightly, 'scope'>,
): string | undefined {
  return verdict === 'alarm' || scope === undefined || scope.complete ? undefined : scope.summary;
}

/** One line: `sandbox: alarm: 1 new violation`. Reasons may hold texts of a target. */
export function nightLine(
  { target, verdict, reasons }: JudgedNight & { readonly target: string },
  reach: string | undefined,
): string {
  const because = reasons.length === 0 ? '' : `: ${plain(reasons.join('; '))}`;
  return `${target}: ${nightVerdicts[verdict]}${because}${reach === undefined ? '' : `; ${reach}`}`;
}
