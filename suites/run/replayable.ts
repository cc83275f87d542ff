import type { Signature } from '../../engine/judge/signature.ts';
import type { Breach, Sequence } from '../../engine/model.ts';
import type { TranscriptLine } from '../../harness/journal/journal-records.ts';

/** What a replay needs of a reproduction. */
export interface Replayable {
  readonly suite: string;
  readonly machine: string;
  readonly sequence: Sequence;
  readonly exclusive: boolean;
  readonly interface: string;
  readonly signature: Signature;
  /** The steps that are released together. Default: none. */
  readonly overlap?: readonly { readonly step: string }[];
  /** What was known of the target's choices when it was found. */
  readonly learned?: Readonly<Record<string, string>>;
}

/** The result of one replay. `unjudged`: an answer was lost, or a step could not be made. */
export interface ReplayRun {
  readonly came: 'same failure' | 'other failure' | 'no failure' | 'unjudged';
  readonly breaches: readonly Breach[];
  readonly lines: readonly TranscriptLine[];
}
