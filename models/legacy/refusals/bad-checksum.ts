import { authorize } from '../../../spec/legacy/authorize.ts';
import { common } from '../../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { field } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ChecksumRecipe } from '../../wire.ts';
import type { GuardedCall } from './guards.ts';
import { also, type LegacyOutcome } from '../replies/outcome.ts';
import { failureTexts } from '../payment/payment-checks.ts';
import { checksumPoints, type NamedStatus, type OpenStatus } from './refusal-points.ts';
import { byHttp, refused } from './refused.ts';
import { anyFailureOf, failsWith, noJson, withStatus } from '../replies/replies.ts';
import { shownNothing } from './shown-nothing.ts';

/** Checksums of the right form: others may be refused for their form. */
const wellFormed: ReadonlySet<ChecksumRecipe['spoil']> = new Set([
  undefined,
  'wrong-secret',
  'first-half',
  'second-half',
]);

/** Whether the checksum is wrong in its value alone; one that is missing has its own points. */
function isOfForm({ call }: GuardedCall): boolean {
  const { spoil } = call.checksum ?? { spoil: 'missing' };
  return wellFormed.has(spoil) || spoil === 'missing' || spoil === 'empty';
}

/**
 * A request whose checksum is missing or wrong. Where it is wrong in its form too, the answer may be about that, so that it settles no open
 * point. `earns`: false where the checksum is right by another reading.
 */
export function badChecksum(request: GuardedCall, rule: string, earns = true): readonly LegacyOutcome[] {
  const base = also(refused(request, 'refused: checksum', [rule], earns), ...shownNothing(request));
  const { call, operation } = request;
  const { spoil: mutation } = call.checksum ?? { spoil: 'missing' };
  const points = checksumPoints[mutation === 'missing' || mutation === 'empty' ? 'missing' : operation];
  if (!isOfForm(request)) {
    const any = also(base, withStatus, failsWith(anyFailureOf(operation)));
    return [...byReason(request, any, earns), also(base, noJson)];
  }
  return byHttp(
    points.http,
    ['400', '401', 'other-4xx', '200', '5xx'],
    'named' in points ? asNamed(base, points) : inAnyWords(request, points.status, base, earns),
    request,
  );
}

/** The table for every operation names the status of a checksum mismatch (legacy, Errors). It binds where JSON is returned. */
function asNamed(base: LegacyOutcome, { status: point, named }: NamedStatus): readonly LegacyOutcome[] {
  return choose(point, {
    request_failed: also(base, withStatus, failsWith(['request_failed'], named)),
    none: also(base, noJson),
  });
}

/** Authorize is shown with another status than that table, and a missing checksum may be missing data or a mismatch. */
function inAnyWords(
  request: GuardedCall,
  point: OpenStatus,
  base: LegacyOutcome,
  earns: boolean,
): readonly LegacyOutcome[] {
  const as = (name: string) => byReason(request, also(base, withStatus, failsWith([name])), earns);
  return choose(point, {
    request_failed: as('request_failed'),
    failed_request: as('failed_request'),
    'operation-fail': as(`${request.operation}_fail`),
    bad_request: as('bad_request'),
    none: also(base, noJson),
  });
}

/** At Authorize a wrong checksum was observed with a reason and a message, as each of its failures has (legacy, Endpoints, Authorize; Errors). */
function byReason(
  { operation, call }: GuardedCall,
  refusal: LegacyOutcome,
  earns: boolean,
): readonly LegacyOutcome[] {
  const { spoil } = call.checksum ?? { spoil: 'missing' };
  if (operation !== 'authorize' || !earns || spoil === 'missing' || spoil === 'empty') return [refusal];
  const whole = also(refusal, ...failureTexts(authorize.checksumReply.id));
  return choose(open.checksumReason, {
    bad_checksum: also(whole, reasonOfChecksum),
    other: also(whole, otherReason),
  });
}

const isBadChecksum = (value: unknown): boolean => value === 'bad_checksum';
const reasonOfChecksum = field(common.checksumReason.id, 'reason', isBadChecksum, 'bad_checksum');
const otherReason = field(common.checksumReason.id, 'reason', (value) => !isBadChecksum(value), 'another', {
  earns: false,
});
