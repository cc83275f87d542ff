import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Notification } from '../../models/wire.ts';

/**
 * What the receiver answers: a status, at once, some time later or after something has happened; a 200 that comes byte by byte and never
 * ends; nothing; or a reset connection.
 */
export type Answer =
  | { readonly status: number; readonly delayMs?: number }
  | { readonly status: number; readonly after: Promise<unknown> }
  | { readonly dripMs: number }
  | 'never'
  | 'reset';

export type AnswerPlan = (notification: Notification) => Answer;

/** Gives these answers one after another and then repeats the last. Throws a RangeError when there are none. */
export function inTurn(answers: readonly Answer[]): () => Answer {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    if (answer === undefined) throw new RangeError('there is no answer to give');
    next += 1;
    return answer;
  };
}

/** The status that the sender reads; null when it reads none. */
export function statusOf(answer: Answer): number | null {
  return typeof answer === 'object' && 'status' in answer ? answer.status : null;
}

/** Sends answers; timers send the late ones. */
export class Answering {
  readonly #timers = new Set<NodeJS.Timeout>();

  answer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
    if (answer === 'never') return;
    if (answer === 'reset') request.socket.resetAndDestroy();
    else if ('dripMs' in answer) this.#drip(request, answer.dripMs);
    else if ('after' in answer) void answer.after.then(() => reply(response, answer.status));
    else this.#later(answer.delayMs ?? 0, () => reply(response, answer.status));
  }

  /** Cancels the answers that were not sent yet. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #later(ms: number, act: () => void): void {
    if (ms <= 0) return act();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  /** Written to the socket, since a response sends its head in one piece. The head never ends, so no status can be read. */
  #drip({ socket }: IncomingMessage, ms: number): void {
    const head = Buffer.from(`HTTP/1.1 200 OK\r\nx-slow: `);
    let sent = 0;
    const more = (): void => {
      if (!socket.writable) return;
      socket.write(sent < head.length ? head.subarray(sent, sent + 1) : '.');
      sent += 1;
      this.#later(ms, more);
    };
    more();
  }
}

/** A redirect has a location, since some clients do not treat one without it as a redirect. */
function reply(response: ServerResponse, status: number): void {
  const location = status >= 300 && status < 400 ? { location: '/elsewhere' } : {};
  response.writeHead(status, { 'content-length': 0, ...location }).end();
}
