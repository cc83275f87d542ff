import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import { permittedClaims } from './claim.ts';

/** Why only a replay can judge a failure, neither a script nor a test file. Undefined where one of them can. */
export function whyReplayOnly(failure: FailureRecord): string | undefined {
  if (failure.overlap !== undefined) return 'its requests overlap, and their order decides';
  if (failure.checkout !== undefined) return 'it shows in a browser';
  if (failure.transcript.length === 0) return 'it shows in the handshake, before any request';
  if (failure.signature.at === 'procedure') return 'it is a procedure that needs a receiver and a clock';
  if (failure.signature.at === 'notifications' || permittedClaims(failure) !== undefined) return undefined;
  return 'what is permitted there is more than a file can assert of one answer';
}

/** Why a script alone can't judge a failure: as for both, or since it receives nothing. Undefined where it can. */
export function whyNoScript(failure: FailureRecord): string | undefined {
  if (failure.signature.at === 'notifications')
    return 'it shows in the notifications, which a script does not receive';
  return whyReplayOnly(failure);
}
