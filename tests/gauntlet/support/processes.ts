import { readdirSync, readFileSync } from 'node:fs';

/** What `ps` shows of a process and of all that it has started: arguments and environment, without the variables that the user gave. Empty where the system does not tell, as outside Linux. */
export function shownByPs(
  pid: number | undefined,
  given: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const own = new Set(Object.entries(given).map(([name, value]) => `${name}=${value}`));
  return new Map(
    withChildren(String(pid)).flatMap((one) => [
      [`arguments of process ${one}`, entriesOf(`/proc/${one}/cmdline`).join(' ')] as const,
      [
        `environment of process ${one}`,
        entriesOf(`/proc/${one}/environ`)
          .filter((entry) => !own.has(entry))
          .join('\n'),
      ] as const,
    ]),
  );
}

function entriesOf(file: string): readonly string[] {
  return readOrNothing(() => readFileSync(file, 'utf8').split('\0'));
}

function withChildren(pid: string): readonly string[] {
  // A process that is started by another thread than the first is listed with that thread.
  const threads = readOrNothing(() => readdirSync(`/proc/${pid}/task`));
  const children = threads.flatMap((thread) =>
    readOrNothing(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ')),
  );
  return [pid, ...children.filter((child) => child !== '').flatMap(withChildren)];
}

/** Processes may end while they are looked at. */
function readOrNothing(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
