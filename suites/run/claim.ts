import type { FailureRecord, TranscriptLine } from '../../harness/records/failure-record.ts';
import type { ClaimPart } from '../../harness/records/suite-record.ts';
import type { Scope } from '../../harness/means/scope.ts';
import type { Means } from '../../spec/requirement.ts';
import type { MachineRun } from '../explore/machine-run.ts';
import type { RunConfig } from './run-config.ts';
import type { Session } from './session.ts';
import type { Breach } from '../../engine/model.ts';

/** One claim about a target. */
export interface Claim {
  /** The suite's name: `legacy/lifecycle`. */
  readonly suite: string;
  /** How it is checked. What explores takes as many requests as it is given; the others take a fixed number. */
  readonly kind: 'machine' | 'races' | 'procedure' | 'reproductions';
  /** The interface that it accuses. */
  readonly scope: Scope;
  /** Further interfaces whose rows need it: `--only` with one of those runs it too. */
  readonly serves?: readonly Scope[];
  /** What the target must offer; without it the claim is skipped, and says so. */
  readonly needs: readonly Means[];
  readonly title: string;
  /** Random sequences, where it explores, of a run with so many for each model: fewer where it is about some of the operations. */
  readonly sequences?: (config: Pick<RunConfig, 'runs' | 'only'>) => number;
  /** How it explores a machine. Present where `kind` is `machine`. */
  readonly machine?: MachineRun;
  /** The name under which a reproduction stores a procedure. */
  readonly procedure?: string;
  /** The operations whose requests it releases together. Present where `kind` is `races`. */
  readonly overlaps?: readonly string[];
  /** The means whose requirements only this claim shows. */
  readonly dedicatedTo?: Means;
  /** Where the target lacks this, the claim waits in real time, and so runs in the background of the others. */
  readonly backgroundWithout?: Means;
  /** True: it changes where all notifications go, and so waits for the background claims. */
  readonly movesUrl?: true;
  check(session: Session): Promise<readonly FailureRecord[]>;
  /** Begins it, so that others may come between its parts. Present where it has a plan. */
  begin?(session: Session): Promise<BegunClaim>;
}

/** The claim, checked in this way as a whole. */
export function checkedBy(claim: Claim, check: Claim['check']): Claim {
  const { begin: _, ...rest } = claim;
  return { ...rest, check };
}

/** A claim whose parts are checked apart, in this order, each in a session of its own. Each gives all failures so far. */
export type BegunClaim = Readonly<
  Record<Exclude<ClaimPart, 'whole'>, (session: Session) => Promise<readonly FailureRecord[]>>
>;

/** Whether a claim takes as many requests as it is given. */
export function explores({ kind }: Claim): boolean {
  return kind === 'machine' || kind === 'races';
}

/** The scopes under which `--only` selects a claim. */
export function scopesOf({ scope, serves = [] }: Claim): readonly Scope[] {
  return [scope, ...serves];
}

/** Whether no other claim may use the target meanwhile: it moves its clock, its consumers or where its notifications go. */
export function holdsAlone({ dedicatedTo }: Claim): boolean {
  return dedicatedTo !== undefined;
}

/** The result of one replay. `unjudged`: an answer was lost, or a step could not be made. */
export interface ReplayRun {
  readonly came: 'same failure' | 'other failure' | 'no failure' | 'unjudged';
  readonly breaches: readonly Breach[];
  readonly lines: readonly TranscriptLine[];
}
