/** The result of one check of a target. */
export interface Finding {
  readonly part: 'money' | 'legacy' | 'resource' | 'control' | 'clock' | 'tokens' | 'webhooks' | 'personas';
  /** `wrong`: a setting is wrong; `unreachable`: nothing answers, or something else; `note`: it works, with a remark. */
  readonly verdict: 'well' | 'note' | 'wrong' | 'unreachable';
  readonly text: string;
  /** Why notifications can't reach the receiver, where that is what was found. */
  readonly receiverTrouble?: string;
}
