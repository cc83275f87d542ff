import type { Breach, Check, Sought } from '../../../engine/model.ts';
import { authorize as rules } from '../../../spec/legacy/authorize.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { absent, at } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import { failureTexts } from '../payment/payment-checks.ts';
import { provenChecksum } from '../payment/proven.ts';
import { byHttp } from './refused.ts';
import { blamesChecksum, failed, isRefusal, result, statusOf } from '../replies/replies.ts';
import { taken } from './taken.ts';
import type { LegacyState } from '../payment/state.ts';

/**
 * An authorization that is declined, as it may always be (legacy, Endpoints, Authorize; Errors). `because`: the rules that an approval would
 * break, `form`: those that a refusal as malformed would.
 */
export function declined(
  state: LegacyState,
  call: ApiCall,
  because: readonly string[] = [],
  form: readonly string[] = [],
  sought?: Sought<Reply>,
): readonly LegacyOutcome[] {
  const onResult = accused(
    because.length === 0 ? [rules.failStatus.id] : because,
    form,
    provenChecksum(call),
  );
  const withStatus = (check: Check<Reply>, mayBe: (status: unknown) => boolean): LegacyOutcome => ({
    name: 'declined',
    mayBe: (reply) => mayBe(statusOf(reply)),
    checks: () => [
      ...failed,
      check,
      ...failureTexts(rules.failReply.id),
      absent(rules.failReply.id, 'payment_id'),
    ],
    next: () => state,
  });
  const base: readonly LegacyOutcome[] = choose(open.declinedStatus, {
    authorize_fail: withStatus(onResult, (code) => code === 'authorize_fail'),
    // Another status than the row's is no evidence of the row.
    rejected: withStatus({ ...rejecting(onResult), cites: because }, (code) => rejections.has(code)),
  });
  return byHttp(open.declinedHttp, ['400', '200', 'other-4xx', '5xx'], base, { sought });
}

/** Approving a consumer who must be declined breaks that rule; a failure other than authorize_fail breaks the table of statuses. */
function accused(
  approvalBreaks: readonly string[],
  form: readonly string[],
  checksum: readonly string[],
): Check<Reply> {
  const onSuccess = result(approvalBreaks, 'authorize_fail');
  const onFailure = result([rules.failStatus.id], 'authorize_fail', true, checksum);
  const onResult: Check<Reply> = {
    cites: [...new Set([...approvalBreaks, rules.failStatus.id])],
    weight: 10,
    decides: true,
    test: (reply) =>
      statusOf(reply) === 'authorize_fail' && blamesChecksum(reply)
        ? checksum.map((rule) => ({
            rule,
            expected: 'no blame on a right checksum',
            received: 'bad_checksum',
          }))
        : (isRefusal(reply) ? onFailure : onSuccess).test(reply),
  };
  return taken(onResult, form, 'authorize_success');
}

const rejections: ReadonlySet<unknown> = new Set(['failed_request', 'request_failed']);

/** Declined with a status that wrong checksums get too: a reply that mentions the checksum has not declined the consumer. */
function rejecting(otherwise: Check<Reply>): Check<Reply> {
  const breach = (received: unknown): Breach => ({
    rule: rules.failStatus.id,
    expected: 'status "failed_request" or "request_failed", for another reason than the checksum',
    received: String(received),
  });
  return {
    ...otherwise,
    test: (reply) => {
      const said = [at(reply.body, ['reason']), at(reply.body, ['message'])];
      const ofChecksum = said.some((text) => /checksum|signature/i.test(String(text)));
      if (rejections.has(statusOf(reply)) && !ofChecksum) return [];
      const breaches = otherwise.test(reply);
      return breaches.length > 0 ? breaches : [breach(statusOf(reply))];
    },
  };
}
