/** What becomes of a target: it is away for a while, is started anew and has forgotten what it knew, does not come back, can't be looked at, or asks to slow down. */
export const troubleEvents = ['away', 'restarted', 'gone', 'unseen', 'slowed'] as const;

/** A problem that prevented a judgement: the network, the settings, or a fault of ours. */
export interface TroubleRecord {
  readonly k: 'trouble';
  readonly at: number;
  readonly kind: 'network' | 'target' | 'control' | 'settings' | 'ours';
  readonly cause: string;
  readonly event?: (typeof troubleEvents)[number];
  /** Requests a second that are sent from then on, where it asked to slow down. */
  readonly perSecond?: number;
}
