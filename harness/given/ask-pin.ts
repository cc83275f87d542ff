import { z } from 'zod';
import { openThreadChannel } from '../receiver/thread-channel.ts';
import { hiddenCodes } from '../secrets/private-data.ts';
import { type Redact, redactor } from '../secrets/redact.ts';
import { SHORTEST_SECRET } from '../secrets/secret-forms.ts';

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
  const none = 'no person could be asked for the PIN';
  return new Promise<PinAnswer>((resolve) => {
    const settle = (answer: PinAnswer): void => {
      clearTimeout(timer);
      channel.close();
      resolve(answer);
    };
    const channel = openThreadChannel(nameOf(out), (message) => {
      const answer = answers.safeParse(message);
      if (answer.success) settle(answer.data);
    });
    const timer = setTimeout(() => settle({ none }), waitMs);
    channel.post('ask');
  });
}

/** Has this thread answer the others of the run in this folder. The returned function ends that. */
export function answerOtherThreads(out: string, ask: AskPin): () => void {
  let open = true;
  const answer = async (): Promise<void> => {
    const answered = await ask().catch((error: unknown) => ({
      none: `the PIN could not be asked for: ${String(error)}`,
    }));
    if (open) channel.post(answered);
  };
  const channel = openThreadChannel(nameOf(out), () => void answer());
  return () => {
    open = false;
    channel.close();
  };
}

function nameOf(out: string): string {
  return `payproof pin ${out}`;
}

/** A shorter PIN occurs in other text by chance; the fields of codes are kept out whatever they hold. */
const shortest = 4;

const mark = hiddenCodes['pin'] ?? '';

/** A redactor that also removes a PIN once it has learned it: a person types it while the run goes on. */
export function learningPin(redact: Redact): {
  readonly redact: Redact;
  learn(pin: string): void;
} {
  let typed: Redact = (text) => text;
  return {
    redact: Object.assign((text: string): string => typed(redact(text)), { hidden: redact.hidden ?? {} }),
    learn(pin) {
      if (pin.length >= SHORTEST_SECRET) typed = redactor([pin], mark);
      else if (pin.length >= shortest) typed = withoutWord(pin);
    },
  };
}

/** Removes a short text where it stands alone: not as a part of an id, a name or a number. */
function withoutWord(word: string): Redact {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  const alone = new RegExp(`(?<![\\p{L}\\p{N}_/#-]|\\d\\.)${literal}(?![\\p{L}\\p{N}_/#-]|\\.\\d)`, 'gu');
  return (text) => text.replaceAll(alone, () => mark);
}
