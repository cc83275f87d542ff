import type { TargetTroubles } from './target-troubles.ts';

/** The result of one check of a target. */
export interface Finding extends Pick<TargetTroubles, 'receiverTrouble' | 'browserTrouble'> {
  readonly part:
    'money' | 'legacy' | 'resource' | 'control' | 'clock' | 'tokens' | 'webhooks' | 'personas' | 'checkout';
  /** `wrong`: a setting is wrong; `unreachable`: nothing answers, or something else; `note`: it works, with a remark. */
  readonly verdict: 'well' | 'note' | 'wrong' | 'unreachable';
  readonly text: string;
}
