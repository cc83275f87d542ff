/** A clock that goes on to the next thing that is due once nothing else is left to do. */
export function virtualTime() {
  const due = new Set<{ readonly at: number; go(): void }>();
  let now = 0;
  let going = false;
  const goOn = (): void => {
    let next: { readonly at: number; go(): void } | undefined;
    for (const one of due) if (next === undefined || one.at < next.at) next = one;
    going = next !== undefined;
    if (next === undefined) return;
    due.delete(next);
    now = next.at;
    next.go();
    setImmediate(goOn);
  };
  const at = (ms: number, go: () => void): (() => void) => {
    const one = { at: now + ms, go };
    due.add(one);
    if (!going) setImmediate(goOn);
    going = true;
    return () => void due.delete(one);
  };
  return {
    now: () => now,
    at,
    sleep: (ms: number) => new Promise<void>((resolve) => void at(ms, resolve)),
  };
}
