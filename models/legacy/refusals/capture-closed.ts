import { capture as rules } from '../../../spec/legacy/capture.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { absent, field, isAbsent } from '../../checks.ts';
import { choose } from '../../choose.ts';
import { also, type LegacyOutcome } from '../replies/outcome.ts';
import type { Subject } from '../subject.ts';

/** The capture of a closed payment fails; whether it gives a reason the document says in two ways (legacy, Errors). */
export function failedClosed(subject: Subject): readonly LegacyOutcome[] {
  const withoutId = subject
    .refusedClosed()
    .map((outcome) => also(outcome, absent(rules.failNoCaptureId.id, 'capture_id'), reasonIsClosed));
  return choose(open.captureReason, {
    absent: withoutId.map((outcome) => also(outcome, reasonIs(true))),
    present: withoutId.map((outcome) => also(outcome, reasonIs(false))),
  });
}

const reasonIsClosed = field(
  rules.reasonGiven.id,
  'reason',
  (value) => isAbsent(value) || value === 'closed',
  'closed',
  { provesWhere: (value) => !isAbsent(value) },
);

const reasonIs = (missing: boolean) =>
  field(
    rules.failReply.id,
    'reason',
    (value) => isAbsent(value) === missing,
    missing ? 'absent' : 'present',
    { earns: false },
  );
