import { common } from '../../../spec/legacy/common.ts';
import type { ApiCall } from '../../wire.ts';
import { rechecked } from '../../rechecked.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import { checksumRules } from '../replies/replies.ts';
import type { Payment } from './state.ts';

/** The rules that a right checksum proves when the request is executed. */
export function provenChecksum(call: ApiCall): readonly string[] {
  const material =
    call.operation === 'authorize'
      ? common.checksumAuthorize.id
      : call.operation === 'refund'
        ? common.checksumCapture.id
        : common.checksumPayment.id;
  const encoding = call.checksum?.encoding === 'base64' ? common.checksumBase64.id : common.checksumHex.id;
  return call.operation === 'authorize'
    ? [common.post.id, encoding, material]
    : [common.post.id, common.paths.id, encoding, material];
}

const ofCalls: ReadonlySet<string> = new Set([common.post.id, common.paths.id, ...checksumRules]);

/**
 * What follows from executing a request that may be refused too, for its form: no evidence of how requests are made, since a target that
 * breaks such a rule would not be accused here.
 */
export function thoughOpen(outcomes: readonly LegacyOutcome[]): readonly LegacyOutcome[] {
  return outcomes.map((outcome) =>
    rechecked(outcome, (checks) =>
      checks.map((check) =>
        check.cites.some((rule) => ofCalls.has(rule))
          ? { ...check, cites: check.cites.filter((rule) => !ofCalls.has(rule)) }
          : check,
      ),
    ),
  );
}

/** A rule, and with it the one that put the payment into its state as long as no reply has shown that state. */
export function withCause(rule: string, payment: Payment): readonly string[] {
  return payment.state.seen ? [rule] : [rule, payment.state.because];
}
