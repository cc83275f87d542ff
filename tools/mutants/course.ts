import { createHash } from 'node:crypto';
import type { Learned } from '../../engine/learned.ts';
import { parts as partsOf } from '../../engine/map-concurrently.ts';
import type { Sequence, Step } from '../../engine/model.ts';
import { checkedBy, type Claim } from '../../suites/run/claim.ts';
import type { Session } from '../../suites/run/session.ts';

/** The least that is run of a suite: a few sequences of a machine, or all of a suite that is none. */
export interface Part {
  readonly id: string;
  readonly suite: string;
  /** Absent: the whole suite, as a run of the suites has it. */
  readonly sequences?: readonly Sequence[];
}

/** All that a run of the suites sends, as data: what was drawn and planned once is sent to each mutant. */
export interface Course {
  readonly parts: readonly Part[];
  /** What the run had learned of the open points at its end. It only orders hypotheses. */
  readonly learned: Learned;
}

/** Sequences of one part where the notifications are judged: they share one wait. */
const sharingAWait = 8;

/** The claim, which also keeps the sequences that it explores. A step that is left out for want of a state is not kept. */
export function recorded(claim: Claim, into: Map<string, Sequence[]>): Claim {
  const sequences: Sequence[] = [];
  into.set(claim.suite, sequences);
  const recording = (session: Session): Session => ({
    ...session,
    driver: (id, phase) => {
      const driver = session.driver(id, phase);
      if (phase !== 'explore') return driver;
      const steps: Step[] = [];
      sequences.push(steps);
      return { ...driver, send: (call, step) => (steps.push(step), driver.send(call, step)) };
    },
  });
  return checkedBy(claim, (session) => claim.check(recording(session)));
}

/** The parts of the claims in their order, from the sequences of each suite. Equal sequences are run once. */
export function partsFrom(
  claims: readonly Claim[],
  sequences: ReadonlyMap<string, readonly Sequence[]>,
): readonly Part[] {
  return claims.flatMap(({ suite, machine }) => {
    const own = sequences.get(suite);
    if (machine === undefined || own === undefined) return [{ id: suite, suite }];
    const different = [
      ...new Map(own.filter(({ length }) => length > 0).map((one) => [textOf(one), one])).values(),
    ];
    const size = machine.notifications && !machine.exclusive ? sharingAWait : 1;
    return partsOf(different, size).map((some, at) => ({ id: `${suite} ${at + 1}`, suite, sequences: some }));
  });
}

function textOf(sequence: Sequence): string {
  return createHash('sha256').update(JSON.stringify(sequence)).digest('base64');
}
