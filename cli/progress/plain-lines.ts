import { stateText, violationLine } from './progress-words.ts';
import type { Display } from './run-state.ts';

/** Interval of lines where there is no terminal, ms. */
const lineMs = 5000;

/** Lines for a log, each with its time: every violation at once, and the state now and then. */
export function plainLines(stream: { write(text: string): unknown }, now = () => Date.now()): Display {
  let next = now() + lineMs;
  const line = (text: string): void => {
    stream.write(`${new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')} ${text}\n`);
  };
  return {
    violation: (violation) => line(violationLine(violation)),
    show(state) {
      if (now() < next) return;
      next += lineMs;
      line(stateText(state));
    },
    clear: () => undefined,
    end: () => undefined,
  };
}
