import { addressOf } from '../../harness/records/run-settings.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { certificateName } from '../manifest/report-files.ts';
import { duration } from '../timeline/duration.ts';
import type { Findings } from './verification.ts';

/** Which run a reader means, so that an old certificate can't pass for that of a new server. */
export interface WantedRun {
  /** How long ago the run may have begun, and what time it is; ms. */
  readonly maxAge?: { readonly ms: number; readonly nowMs: number } | undefined;
  /** Addresses of the target; each must have been tested, and no other. */
  readonly targetUrls?: readonly string[] | undefined;
  /** What it must be. */
  readonly required?: readonly Requirable[] | undefined;
}

/** What a reader may ask a run to be. */
export const requirable = ['conformant', 'complete'] as const;
export type Requirable = (typeof requirable)[number];

/** How much later than here the clock of another machine may be, ms. */
const mostSkewMs = 10 * 60_000;

/** Names what of a certificate is not what its reader wants. Throws a SettingsError for an address that is none. */
export function checkWanted(
  { started_at: startedAt, target: { endpoints = [] } }: Certificate,
  { maxAge, targetUrls }: WantedRun,
  { faults, checked }: Findings,
): void {
  const file = certificateName;
  if (maxAge !== undefined) {
    const age = maxAge.nowMs - Date.parse(startedAt);
    const is = `the run began ${startedAt}`;
    if (age > maxAge.ms)
      faults.push({
        file,
        row: 'started_at',
        what: `${is}, longer ago than --max-age (${duration(maxAge.ms)})`,
      });
    else if (age < -mostSkewMs)
      faults.push({ file, row: 'started_at', what: `${is}, which is still to come` });
    else checked.push(`that ${is}, within --max-age`);
  }
  if (targetUrls === undefined) return;
  const tested = new Set(
    endpoints
      .filter((one) => one.interface !== 'control')
      .map(({ url }) => (URL.canParse(url) ? addressOf(url) : url)),
  );
  const wanted = new Set(targetUrls.map(asked));
  const row = 'target.endpoints';
  for (const url of wanted)
    if (!tested.has(url)) faults.push({ file, row, what: `${url} was not tested (--target-url)` });
  for (const url of tested)
    if (!wanted.has(url))
      faults.push({ file, row, what: `${url} was tested, which --target-url does not name` });
  checked.push(`the addresses that were tested: ${[...tested].join(', ')}`);
}

function asked(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new SettingsError(`--target-url ${url} is no http:// or https:// address.`);
  return addressOf(url);
}

/** Names what of a run is not as asked for, by its certificate as the journal gives it: a certificate may say more than its journal shows. */
export function checkRequired(
  { verdict, reasons, scope }: Pick<Certificate, 'verdict' | 'reasons' | 'scope'>,
  { required = [] }: WantedRun,
  { faults, checked }: Findings,
): void {
  const file = certificateName;
  const because = (why: readonly string[]) => (why.length === 0 ? '' : `: ${why.join('; ')}`);
  if (required.includes('conformant')) {
    if (verdict === 'conformant') checked.push('that the verdict is conformant (--require)');
    else
      faults.push({
        file,
        row: 'verdict',
        what: `is ${verdict}, and --require asks for conformant${because(reasons)}`,
      });
  }
  if (required.includes('complete')) {
    if (scope?.complete === true) checked.push('that nothing was left out (--require)');
    else
      faults.push({
        file,
        row: 'scope.complete',
        what: `is false, and --require asks for complete${because((scope?.narrowed_by ?? []).map(({ what }) => what))}`,
      });
  }
}
