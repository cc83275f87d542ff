import { z } from 'zod';
import { unconfirmedReasons } from '../../harness/records/sequence-record.ts';

const count = z.int().nonnegative();

/** How many were tried, and how many there are. */
const share = { covered: count, of: count };

/** The same where it may not be known how many there are. */
const windowShare = z.object({ covered: count, of: count.optional() });

const coverage = z.object({
  outcomes: z.array(
    z.object({
      machine: z.string(),
      operation: z.string(),
      outcome: z.string(),
      times: count,
      states: count,
    }),
  ),
  /** What of the input model of each operation was tried; absent in certificates of earlier versions. */
  inputs: z
    .array(
      z.object({
        machine: z.string(),
        operation: z.string(),
        /** The classes, and those that were not tried. */
        classes: z.object({ ...share, missing: z.array(z.string()) }),
        /** Pairs of classes that one request has together, and those that no request can have; absent where none are combined. */
        pairs: z
          .object({ ...share, impossible: z.array(z.object({ reason: z.string(), pairs: count })) })
          .optional(),
        /**
         * Windows that it completes, which are two or three accepted changes of one entity that follow one another: those that were made, of those
         * that are feasible. `of` is absent where that is not known; the whole where it completes none, and in certificates of earlier versions.
         */
        windows: z.object({ two: windowShare, three: windowShare }).optional(),
      }),
    )
    .optional(),
  /**
   * Of each machine, how far it is shown that its transitions lead to the right stages; absent where no plan tries to show it, and in certificates
   * of earlier versions.
   */
  stages: z
    .array(
      z.object({
        machine: z.string(),
        /** Stages in which something was tried, and the transitions that were taken: stage, operation, outcome. */
        stages: count,
        transitions: count,
        /** Of these, those whose next stage the end of a sequence has shown. */
        confirmed: count,
        /** Operations that a stage offers and that were not tried there; `untried` names them. */
        untried: count,
        unconfirmed: z.array(
          z.object({
            stage: z.string(),
            operation: z.string(),
            outcome: z.string(),
            /**
             * `open`: the documents permit other outcomes there. `ended`: the sequences that were to show it ended too early, or with a wrong answer.
             * `unseen`: nothing that was tried behind it was made to show it.
             */
            why: z.enum(unconfirmedReasons),
          }),
        ),
        /** What it means, in words. */
        words: z.string(),
      }),
    )
    .optional(),
});

/** What was tried. Certificates of earlier versions have the outcomes alone, as a list. */
export const coverageSchema = z.preprocess((of) => (Array.isArray(of) ? { outcomes: of } : of), coverage);
