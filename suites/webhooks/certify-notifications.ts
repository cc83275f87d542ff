import type { FailureRecord, TranscriptLine } from '../../harness/records/failure-record.ts';
import { at } from '../../models/checks.ts';
import { certifyProcedure, type Attempt, type AttemptVerdict } from '../procedures/certify-procedure.ts';
import { isOver, type Session } from '../run/session.ts';
import { Bench, Unjudged } from './bench.ts';

/** What one attempt has shown of notifications. */
export interface NotificationVerdict extends AttemptVerdict {
  /** The payments whose notifications break a rule, where those of others keep it. Default: unknown. */
  readonly about?: readonly string[];
}

/** A fixed course of plain calls, whose notifications are judged. */
export interface NotificationProcedure {
  /** `retries`: part of the sequence's id and of the reproduction's machine. */
  readonly name: string;
  /** Runs it once: all of it, or at least what shows the accused rules, the less the better. Throws Unjudged. */
  judge(
    bench: Bench,
    attempt: 'first' | 'second',
    accused?: ReadonlySet<string>,
  ): Promise<NotificationVerdict>;
}

interface BenchAttempt extends Attempt {
  readonly verdict: NotificationVerdict | undefined;
  readonly bench: Bench;
}

/** Certifies what notifications come of plain calls. Nothing is tried without a receiver. */
export async function certifyNotifications(
  session: Session,
  { name, judge }: NotificationProcedure,
): Promise<readonly FailureRecord[]> {
  const { receiver, config } = session;
  if (receiver === undefined) return [];
  return certifyProcedure<BenchAttempt>(session, {
    name,
    covers: `webhooks | ${name}`,
    at: 'notifications',
    attempt: async ({ which, driver, first }) => {
      const bench = new Bench({
        driver,
        receiver,
        setup: session.setup(true),
        deadlineMs: config.target.notificationDeadlineMs,
        ended: () => isOver(session),
      });
      const accused =
        which === 'second' ? new Set(first?.verdict?.breaches.map(({ rule }) => rule)) : undefined;
      const judged = await judge(bench, which === 'first' ? 'first' : 'second', accused).catch(asUnjudged);
      const sent = { bench, requests: bench.requests, steps: bench.transcript.length };
      return judged instanceof Unjudged
        ? { ...sent, verdict: undefined, why: judged.message }
        : { ...sent, verdict: judged };
    },
    failure: ({ bench, verdict }, breaches) => {
      const { about = [] } = verdict ?? {};
      const transcript = stepsAbout(bench.transcript, about);
      return {
        interface: 'webhooks',
        machine: `webhooks-${name}`,
        operation: name,
        breaches,
        sequence: transcript.map(({ step, operation, kind, uses }) => ({ id: step, operation, kind, uses })),
        transcript,
        steps: transcript.filter(({ control }) => !control).length,
        exclusive: true,
        ...(about.length > 0 && { about }),
      };
    },
  });
}

/** The steps that concern the payments that are accused: the others were made beside them. All where none is named. A procedure is replayed whole. */
export function stepsAbout(
  transcript: readonly TranscriptLine[],
  about: readonly string[],
): readonly TranscriptLine[] {
  const paymentOf = (line: TranscriptLine): unknown =>
    at(line.reply, ['payment_id']) ?? at(line.call, ['body', 'payment_id']);
  return transcript.filter((line) => {
    const payment = paymentOf(line);
    return about.length === 0 || payment === undefined || about.some((id) => id === payment);
  });
}

function asUnjudged(error: unknown): Unjudged {
  if (error instanceof Unjudged) return error;
  throw error;
}
