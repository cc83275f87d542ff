import { BroadcastChannel as Channel } from 'node:worker_threads';
import { z } from 'zod';

/** The PIN that a person typed, or why there is none. */
export type PinAnswer = { readonly pin: string } | { readonly none: string };

/** Asks a person for the PIN that the target has sent. */
export type AskPin = () => Promise<PinAnswer>;

/** How long a person has to type the PIN, ms: to find the phone and to read a message. */
export const askedForMs = 120_000;

/** The most characters of a PIN. */
export const longestPin = 64;

/** What the thread that asks adds to the person's time, ms, before it takes the other for gone. */
const marginMs = 10_000;

const answers = z.union([z.strictObject({ pin: z.string() }), z.strictObject({ none: z.string() })]);

/** Asks the thread that has the terminal, for the run in this folder. */
export async function askOtherThread(
  out: string,
  waitMs: number = askedForMs + marginMs,
): Promise<PinAnswer> {
  const channel = new Channel(nameOf(out));
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<PinAnswer>((resolve) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of Node's channel have no other
      channel.onmessage = (event) => {
        const answer = answers.safeParse((event as { readonly data: unknown }).data);
        if (answer.success) resolve(answer.data);
      };
      timer = setTimeout(() => resolve({ none: 'nobody could be asked for the PIN' }), waitMs);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin
      channel.postMessage('ask');
    });
  } finally {
    clearTimeout(timer);
    channel.close();
  }
}

/** Has this thread answer the others of the run in this folder. The returned function ends that. */
export function answerOtherThreads(out: string, ask: AskPin): () => void {
  const channel = new Channel(nameOf(out));
  channel.unref();
  let open = true;
  const answer = async (): Promise<void> => {
    const answered = await ask().catch((error: unknown) => ({
      none: `the PIN could not be asked for: ${String(error)}`,
    }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin
    if (open) channel.postMessage(answered);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of Node's channel have no other
  channel.onmessage = () => void answer();
  return () => {
    open = false;
    channel.close();
  };
}

function nameOf(out: string): string {
  return `payproof pin ${out}`;
}
