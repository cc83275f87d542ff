import { plain } from './plain.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';

export type Judged = Pick<Certificate, 'verdict' | 'scope'>;

/** A run's verdict for people, and what else must be said with it. */
export interface VerdictWords {
  readonly verdict: string;
  readonly rest?: string;
}

const said = {
  conformant: 'conformant',
  nonconformant: 'not conformant',
  inconclusive: 'inconclusive',
} as const;

/** The verdict never reads `conformant` without its scope, unless everything was tested that can be tested over HTTP. */
export function verdictWords({ verdict, scope }: Judged): VerdictWords {
  if (scope === undefined || scope.complete) return { verdict: said[verdict] };
  return verdict === 'conformant'
    ? { verdict: scope.summary, rest: scope.narrowed_by.map(({ what }) => what).join('; ') }
    : { verdict: said[verdict], rest: scope.summary };
}

/** One line: `sandbox is conformant in what was tested: legacy 94 of 172, resource 21 of 226`. Reasons may hold texts of a target. */
export function verdictLine(certificate: Judged & Pick<Certificate, 'reasons' | 'target'>): string {
  const { reasons, target } = certificate;
  const { verdict, rest } = verdictWords(certificate);
  // Each is bounded by itself, so that no long reason cuts off another, or the scope.
  const parts = [...reasons, rest ?? ''].filter((part) => part !== '').map((part) => plain(part));
  if (parts.length === 0) return `${target.name} is ${verdict}`;
  return `${target.name} is ${verdict}${certificate.verdict === 'conformant' ? '; narrowed: ' : ': '}${parts.join('; ')}`;
}
