import { z } from 'zod';
import type { Recorded } from './recorded.ts';

const count = z.number().min(0);

/** Where a suite begins and ends, and how far it has come. */
export const suiteSchema = z.object({
  k: z.literal('suite'),
  name: z.string(),
  event: z.enum(['start', 'progress', 'end']),
  /** Notifications so far about payments that are not the run's own. */
  others: count.exactOptional(),
  /** How far it has come. */
  note: z.string().exactOptional(),
  /** Sequences that it has planned, which come beside its random ones. */
  planned: count.exactOptional(),
  /** A control call of it that has not answered for long. */
  waiting: z
    .object({
      method: z.string(),
      path: z.string(),
      /** ms since the run's start, when it was sent. */
      since: z.number(),
    })
    .exactOptional(),
  /** The round of a nightly run; absent: the first. */
  round: count.exactOptional(),
  /** It is about a part of the suite: what shows requirements by its plan, what else is planned, and what comes behind. Absent: the whole. */
  part: z.enum(['evidence', 'plan', 'rest']).exactOptional(),
  /** It was cut off by an interrupt. */
  cut: z.literal(true).exactOptional(),
  /** It left out random sequences, since its share of `--max-requests` was used up. */
  short: z.literal(true).exactOptional(),
  /** ms since the run's start. */
  at: z.number(),
});
export type SuiteRecord = Recorded<typeof suiteSchema>;

/** What is checked of a claim at once: the whole, or one of its parts. */
export type ClaimPart = 'whole' | NonNullable<SuiteRecord['part']>;

const byOperation = z.record(z.string(), z.array(z.string()));

/** Names of windows, two or three changes of one entity that follow one another, by the operation that completes them. */
export const windowNames = z.object({ two: byOperation, three: byOperation });
export type WindowNames = Recorded<typeof windowNames>;

/** The transitions of a machine and its inputs, found offline and perhaps incomplete, so that a report can show what the run never did. */
export const machineSchema = z.object({
  k: z.literal('machine'),
  /** As the coverage names it. */
  name: z.string(),
  transitions: z.array(
    z.object({
      state: z.string(),
      operation: z.string(),
      outcome: z.string(),
      to: z.array(z.string()),
      /** Whether it is what a request there ordinarily comes to; others are permitted, and no target need show them. */
      ordinary: z.boolean(),
      /** The open points that permit it, where it is not ordinary; absent where there are none. */
      openPoints: z.array(z.string()).exactOptional(),
    }),
  ),
  /** What each operation can be given; absent in journals of earlier versions. */
  inputs: z
    .array(
      z.object({
        operation: z.string(),
        kinds: z.array(z.string()),
        /** What of the kinds combines classes, and which pairs of classes no input has. */
        combinations: z
          .object({
            kinds: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))),
            impossible: z.array(z.object({ reason: z.string(), pairs: count })),
          })
          .exactOptional(),
      }),
    )
    .exactOptional(),
  /** The windows that are feasible; absent where they stand in another record of the machine, or are not known. */
  windows: windowNames.exactOptional(),
});
export type MachineRecord = Recorded<typeof machineSchema>;

/** The target does not answer and is waited for: from when, and until when. What becomes of it is a trouble. */
export const awaySchema = z.object({
  k: z.literal('away'),
  /** ms since the run's start, as the others. */
  at: z.number(),
  since: z.number(),
  until: z.number(),
});
export type AwayRecord = Recorded<typeof awaySchema>;

/** What becomes of a target: it is away for a while, is started anew and has forgotten what it knew, does not come back, can't be looked at, or asks to slow down. */
export const troubleEvent = z.enum(['away', 'restarted', 'gone', 'unseen', 'slowed']);

/** A problem that prevented a judgement: the network, the settings, or a fault of ours. */
export const troubleSchema = z.object({
  k: z.literal('trouble'),
  at: z.number(),
  kind: z.enum(['network', 'target', 'control', 'settings', 'ours']),
  cause: z.string(),
  event: troubleEvent.exactOptional(),
  /** Requests a second that are sent from then on, where it asked to slow down. */
  perSecond: z.number().exactOptional(),
});
export type TroubleRecord = Recorded<typeof troubleSchema>;
