import { createInterface } from 'node:readline/promises';
import { askedForMs, longestPin, type PinAnswer } from '../../harness/given/ask-pin.ts';
import { pluralize } from '../../reports/words/plain.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';
import { stderr } from '../command/terminal.ts';

/** Where a person reads and types. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr };

/** Whether a person may be asked: what they type is read from a terminal, and what they are asked is shown on one. */
export function hasTerminal({ input, output }: Terminal = ownTerminal): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** Says on standard error, before a run, that a PIN will be asked for, or that no person can be asked. */
export function printNoteOnPin(config: Pick<RunConfig, 'target' | 'capabilities' | 'isInteractive'>): void {
  const note = noteOnPin(config);
  if (note !== undefined) stderr.text(note);
}

/** What is said before a run whose target's PIN a person reads; undefined where that is not needed. */
export function noteOnPin({
  target,
  capabilities,
  isInteractive,
}: Pick<RunConfig, 'target' | 'capabilities' | 'isInteractive'>): string | undefined {
  if (target.legacy?.asksPin !== true || capabilities.includes('pins.read')) return undefined;
  return isInteractive
    ? `A PIN will be asked for once, when the target has sent it to the phone of legacy.personas.pin: have it at hand.`
    : 'legacy.personas.pin.pin is ask, and no person can be asked here: only certify asks, on a terminal. What needs the PIN is not applicable.';
}

/** Asks for the PIN, again after an entry that can be none, until the time is over. The signal ends it early. */
export async function promptPin(
  signal: AbortSignal,
  { input, output }: Terminal = ownTerminal,
  forMs = askedForMs,
): Promise<PinAnswer> {
  // The terminal stays as it is, so that Ctrl-C interrupts the run as elsewhere.
  const lines = createInterface({ input, output, terminal: false });
  const over = AbortSignal.timeout(forMs);
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  const ends = AbortSignal.any([signal, over, closed.signal]);
  const time = pluralize(Math.round(forMs / 1000), 'second');
  try {
    let question = `\nThe target has sent a PIN to the phone of legacy.personas.pin. Type it within ${time}: `;
    for (;;) {
      const typed = (await lines.question(question, { signal: ends })).trim();
      if (typed !== '' && typed.length <= longestPin) return { pin: typed };
      question = `A PIN has 1 to ${longestPin} characters. Type it: `;
    }
  } catch (error) {
    if (!ends.aborted) throw error;
    output.write('\n');
    if (signal.aborted) return { none: 'the run was interrupted while the PIN was asked for' };
    return {
      none: over.aborted
        ? `the PIN was asked for, and not typed within ${time}`
        : 'the PIN was asked for, and the input ended',
    };
  } finally {
    lines.close();
  }
}
