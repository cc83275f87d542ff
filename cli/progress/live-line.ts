import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import stringWidth from 'string-width';
import { stateLine, violationLine } from './progress-words.ts';
import type { Display, RunState } from './run-state.ts';

/** What this needs of a terminal. */
type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'on' | 'off'>;

const hideCursor = '\u{1b}[?25l';
const showCursor = '\u{1b}[?25h';

/** A terminal that does not say how wide it is. */
const usualColumns = 80;

/** One line that is drawn again and again, below the violations that were found. It is never wider than the terminal. */
export function liveLine(terminal: Terminal): Display {
  let drawn = '';
  let state: RunState | undefined;
  // The last column stays free: some terminals wrap as soon as it is written.
  const columns = (): number => (terminal.columns || usualColumns) - 1;

  /** Also what a terminal that has become narrower has wrapped. */
  const erase = (): void => {
    if (drawn === '') return;
    const rows = Math.ceil(stringWidth(drawn) / (columns() + 1));
    moveCursor(terminal as NodeJS.WriteStream, 0, -rows);
    cursorTo(terminal as NodeJS.WriteStream, 0);
    clearScreenDown(terminal as NodeJS.WriteStream);
    drawn = '';
  };
  const draw = (): void => {
    erase();
    if (state === undefined) return;
    drawn = stateLine(state, columns());
    // The cursor stands below: some terminals do not wrap the line that it is in.
    terminal.write(`${hideCursor}${drawn}\n`);
  };
  const stop = (): void => {
    erase();
    state = undefined;
    terminal.write(showCursor);
  };
  terminal.on('resize', draw);
  return {
    violation(violation) {
      erase();
      terminal.write(`${violationLine(violation, columns())}\n`);
      draw();
    },
    show(now) {
      state = now;
      draw();
    },
    clear: stop,
    end() {
      stop();
      terminal.off('resize', draw);
    },
  };
}
