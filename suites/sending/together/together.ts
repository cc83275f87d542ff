import type { Observation } from '../../../engine/model.ts';
import type { Call, Reply } from '../../../models/wire.ts';

/** Sends a call of a sequence at once. */
export type SendNow = (call: Call) => Promise<Observation<Reply>>;

/** A call that was made for several sequences at once: as this one made it, with its answer. */
export interface Made {
  readonly call: Call;
  readonly observation: Observation<Reply>;
}

/** A sequence that goes beside others. */
export interface Member {
  /** Why nothing of it is judged, on account of the others; undefined: it is judged. */
  doubt(): string | undefined;
  /** Called when nothing of it is awaited any more. */
  leave(): void;
}

/** What sequences have in common that go side by side: they wait for each other before what concerns all of them. */
export interface Together {
  /** Resolves for a sequence that begins, once nothing that concerns all is under way. */
  join(): Promise<Member>;
  /** Whether a call concerns all. */
  concerns(call: Call): boolean;
  /** Makes such a call for one that has joined, once the others wait too. */
  make(call: Call, send: SendNow): Promise<Made>;
}
