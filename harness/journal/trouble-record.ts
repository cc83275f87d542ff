/** A problem that prevented a judgement: the network, the settings, or a fault of ours. */
export interface TroubleRecord {
  readonly k: 'trouble';
  readonly at: number;
  readonly kind: 'network' | 'target' | 'control' | 'settings' | 'ours';
  readonly cause: string;
  /** What became of the target: it was away for a while, was started anew and had forgotten what it knew, did not come back, or could not be looked at. */
  readonly event?: 'away' | 'restarted' | 'gone' | 'unseen' | 'slowed';
  /** Requests a second that are sent from then on, where it asked to slow down. */
  readonly perSecond?: number;
}
