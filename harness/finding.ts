/** What one look at a target has shown. */
export interface Finding {
  readonly part: 'legacy' | 'resource' | 'control' | 'clock' | 'tokens' | 'webhooks';
  /** `wrong`: a setting is; `unreachable`: nobody, or somebody else, answers; `note`: it works, and this is worth knowing. */
  readonly verdict: 'well' | 'note' | 'wrong' | 'unreachable';
  readonly text: string;
}
