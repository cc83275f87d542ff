import { makeBadge } from 'badge-maker';
import type { Certificate } from '../certificate/certificate-schema.ts';
import { pluralize } from '../words/plain.ts';

type Judged = Pick<Certificate, 'verdict' | 'scope' | 'requirements'>;

/** What shields.io reads of an address: https://shields.io/badges/endpoint-badge. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** Green only where the target is conformant, and the brighter green only where nothing was left out. Inconclusive is neither good nor bad. */
const colours = {
  conformant: { whole: 'brightgreen', part: 'green' },
  nonconformant: { whole: 'red', part: 'red' },
  inconclusive: { whole: 'lightgrey', part: 'lightgrey' },
} as const;

/** The verdict as a badge. It never reads `conformant` alone unless everything was tested that can be tested. */
export function badge(certificate: Judged): Badge {
  const { verdict, scope } = certificate;
  const reach = scope?.complete === true ? 'whole' : 'part';
  return {
    schemaVersion: 1,
    label: 'payproof',
    message: message(certificate),
    color: colours[verdict][reach],
  };
}

/** The same as a picture, drawn as shields.io draws it. */
export function badgeSvg(certificate: Judged): string {
  const { label, message: text, color } = badge(certificate);
  return `${makeBadge({ label, message: text, color })}\n`;
}

function message({ verdict, scope, requirements }: Judged): string {
  const tested = requirements.filter((row) => ['pass', 'fail', 'warn'].includes(row.verdict)).length;
  const reach = `${tested} of ${requirements.length} tested`;
  if (verdict === 'conformant') return conformantMessage(scope, reach);
  const failed = requirements.filter((row) => row.verdict === 'fail').length;
  const said = verdict === 'inconclusive' ? 'inconclusive' : `${pluralize(failed, 'requirement')} broken`;
  return scope?.complete === true ? said : `${said}; ${reach}`;
}

/** Short words for what a badge must not keep silent about. */
const notTried = { browser: 'checkout not tried', peer: 'checkout not tried', tls: 'TLS not tried' } as const;

function conformantMessage(scope: Judged['scope'], reach: string): string {
  if (scope?.complete === true) return 'conformant';
  const leftOut = scope?.left_out ?? [];
  const ours = leftOut.flatMap(({ reason }) =>
    reason === 'browser' || reason === 'peer' || reason === 'tls' ? [notTried[reason]] : [],
  );
  const head = leftOut.some(({ reason }) => reason === 'only')
    ? `conformant in what was selected (${scope?.asked_for.only.join(', ')}): ${reach}`
    : leftOut.length > 0 && ours.length === leftOut.length
      ? 'conformant'
      : `conformant in part: ${reach}`;
  return [head, ...ours].join('; ');
}
