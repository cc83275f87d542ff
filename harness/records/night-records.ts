import { z } from 'zod';
import type { Recorded } from './recorded.ts';

const list = z.array(z.string());
const count = z.int().nonnegative();

/** How often nights have seen violations of one requirement. Instants are those at which the nights began. */
const sighting = z.object({
  /** Empty: violations that name none. */
  requirement: z.string(),
  first: z.string(),
  last: z.string(),
  /** In which it was seen. */
  nights: count,
  /** From the first to the last that has seen it: those in which it was tested. */
  tried: count,
  /** Of these: in which it did not happen each time. */
  unsteady: count,
  /** Since the last that has seen it: in which its requirement was tested and held. */
  held: count,
});
export type Sighting = Recorded<typeof sighting>;

/** The result of an earlier run, as far as the next one is compared with it. */
const nightBefore = z.object({
  run: z.string(),
  startedAt: z.string(),
  /** The rows that had evidence, or were accused. */
  rows: z.record(z.string(), z.enum(['pass', 'fail', 'warn'])),
  /** Latitude id → choices, the most frequent first. */
  observed: z.record(z.string(), list),
  failures: z.array(
    z.object({
      requirement: list,
      interface: z.string(),
      summary: z.string(),
      flaky: z.boolean(),
    }),
  ),
});
export type NightBefore = Recorded<typeof nightBefore>;

/** One night in the trend and in the history. Null: the version that noted it did not note this. */
export const figuresSchema = z.object({
  /** The name of the run's folder. */
  run: z.string(),
  started_at: z.iso.datetime({ offset: true }),
  duration_ms: count.nullable(),
  requests: count.nullable(),
  sequences: count.nullable(),
  /** Of the replies; null where none came. */
  latency_ms: z.object({ median: z.number(), p95: z.number() }).nullable(),
  /** Requirements that passed. */
  passed: count.nullable(),
  /** Violations that happened each time, known deviations included. */
  violations: count.nullable(),
  /** Requirements with evidence, and those that the target's settings and capabilities reach. */
  tested: count.nullish(),
  reachable: count.nullish(),
  exit: z.int().nullable(),
});
export type NightFigures = Recorded<typeof figuresSchema>;

/** By operation, how many there are and which of them no night has met; what is not listed was not met yet. */
const leftOver = z.array(z.object({ machine: z.string(), operation: z.string(), of: count, missing: list }));
export type LeftOver = Recorded<typeof leftOver>;

/** What nights have not tried of the inputs of a target: the next one goes on there. */
export const openInputs = z.object({
  /** Of the classes and the settings that they depend on: those of another are not comparable. */
  tables: z.string(),
  /** Once all was tried, a new round begins. */
  round: count,
  /** Nights of this round. */
  nights: count,
  /** The classes of their inputs. */
  operations: leftOver,
  /** The windows of changes that they complete, by length; absent where nothing is known of them. They begin anew apart from the rounds. */
  windows: z.object({ two: leftOver, three: leftOver }).exactOptional(),
});
export type OpenInputs = Recorded<typeof openInputs>;

/** The task of a nightly run: how long it explores, and what it is compared with. */
export const nightTask = z.object({
  /** The name of the run's folder. */
  run: z.string(),
  forMs: z.number().min(0),
  /** The kept reproductions that are run first, by name, with the rows that each accused. */
  kept: z.record(z.string(), list),
  before: nightBefore.exactOptional(),
  /** Earlier nights, the oldest first. */
  trend: z.array(figuresSchema),
  /** What all earlier nights in the history have seen; absent in those of earlier versions. */
  seen: z.array(sighting).exactOptional(),
  /** What earlier nights have left over of the inputs; absent in those of earlier versions. */
  open: openInputs.exactOptional(),
});
export type NightTask = Recorded<typeof nightTask>;

/** Why the exploration of a nightly run ended, and how far it came. */
export const nightEnd = z.object({
  why: z.enum([
    'time',
    'requests',
    'violation',
    'away',
    'unreachable',
    'interrupted',
    'journal',
    'nothing to explore',
  ]),
  /** Why the target went away, or was never reached. */
  cause: z.string().exactOptional(),
  /** Whether all planned sequences were run. */
  planned: z.boolean(),
  /** Rounds of random sequences that were started. */
  rounds: count,
  /** The last violation was cut off, perhaps before it was confirmed, since it took too long. */
  cut: z.literal(true).exactOptional(),
});
export type NightEnd = Recorded<typeof nightEnd>;
