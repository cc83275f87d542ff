/** A limit is counted in so many pieces at most, and in none that is shorter: each of them takes time of ours. */
const mostPieces = 20;
const shortestMs = 250;

/** A limit of time that was begun. */
export interface TimeLimit {
  /** Ends it: nothing is called. */
  clear(): void;
}

/**
 * Calls `reached` after so many ms in which this process ran. Of the time in which it stands still, on a machine that sleeps or whose processor
 * others keep, one piece at most is counted, and what came meanwhile is read before the limit is reached: none of it is taken for missing.
 */
export function startTimeLimit(ms: number, reached: () => void): TimeLimit {
  const pieceMs = Math.max(shortestMs, Math.ceil(ms / mostPieces));
  let leftMs = ms;
  let isOver = false;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    if (isOver) return reached();
    const now = Math.min(leftMs, pieceMs);
    // The last piece has no length: before it there is time to read what came.
    isOver = leftMs <= 0;
    leftMs -= now;
    timer = setTimeout(next, now);
  };
  next();
  return { clear: () => clearTimeout(timer) };
}
