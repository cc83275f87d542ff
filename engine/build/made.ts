import type { Polling } from './expect.ts';

/** What is known of a call beside what is sent. */
interface About {
  /** It names what is not known, so that it can't be sent. Absent: it can. */
  readonly unknown?: true;
  /** It is made again until its answer is as expected. Absent: it is made once. */
  readonly until?: Polling & { isDone(reply: unknown): boolean };
}

/** A call of a built machine: what a driver is sent, and how. */
export class Made<C> {
  readonly call: C;
  readonly unknown: About['unknown'];
  readonly until: About['until'];

  constructor(call: C, { unknown, until }: About = {}) {
    this.call = call;
    this.unknown = unknown;
    this.until = until;
  }
}

/** What a driver is sent: of a built machine the call that was made, of any other its call. */
export type SentOf<C> = C extends Made<infer X> ? X : C;

/** The call of any machine as one that is made once. */
export const asMade = <C>(call: C): Made<SentOf<C>> =>
  (call instanceof Made ? call : new Made(call)) as Made<SentOf<C>>;
