import { counted } from '../../reports/words/counted.ts';
import cliTruncate from 'cli-truncate';
import { plain } from '../../reports/words/plain.ts';
import type { SeenViolation } from '../../reports/journal/progress.ts';
import type { RunState } from './run-state.ts';

const barWidth = 16;

/** The state of a run in one line of at most so many columns: violations first. What does not fit is left out from its end. */
export function stateLine(state: RunState, columns: number): string {
  const done = Math.round(state.share * barWidth);
  const parts = [
    counted(state.violations, 'violation'),
    `${'█'.repeat(done)}${'░'.repeat(barWidth - done)} ${percent(state)}`,
    clock(state.elapsedMs),
    ...(state.leftMs === undefined ? [] : [`about ${clock(state.leftMs)} left`]),
    `${state.requestsPerSecond}/s`,
    suitesText(state),
  ];
  return fitted(parts.join('  '), columns);
}

/** The same for a log, in full. */
export function stateText(state: RunState): string {
  return [
    counted(state.violations, 'violation'),
    percent(state),
    `${clock(state.elapsedMs)} elapsed`,
    ...(state.leftMs === undefined ? [] : [`about ${clock(state.leftMs)} left`]),
    `${state.requestsPerSecond} requests/s`,
    counted(state.sequences, 'sequence'),
    `${state.proven} of ${state.testable} requirements`,
    suitesText(state),
  ].join(', ');
}

/** A violation that was just found, in one line of at most so many columns. Default: in full. */
export function violationLine({ requirement, summary, flaky }: SeenViolation, columns = Infinity): string {
  const how = flaky ? ' (not each time, so it accuses nobody)' : '';
  return fitted(`✗ ${plain(requirement.join(', '))}${how}: ${plain(summary, Infinity)}`, columns);
}

/** A time as people read it on a clock: `0:07`, `12:30`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

function percent({ share }: RunState): string {
  return `${Math.floor(share * 100)} %`;
}

function suitesText({ suites }: RunState): string {
  return suites.length === 0 ? 'starting' : suites.join(', ');
}

/** Cuts a line to so many columns; wide characters take two. */
function fitted(text: string, columns: number): string {
  return columns === Infinity ? text : cliTruncate(text, columns);
}
