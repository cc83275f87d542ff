import { Session, type Profiler, type Runtime } from 'node:inspector/promises';

/** A share of the processor time of a profile, in percent. */
export interface Share {
  readonly what: string;
  readonly percent: number;
}

/** Runs work under the profiler of this thread. */
export async function profiled(work: () => Promise<void>): Promise<Profiler.Profile> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await work();
    return (await session.post('Profiler.stop')).profile;
  } finally {
    session.disconnect();
  }
}

/** One function of a stack: its name, and the path of its file below the project's folder. */
interface Frame {
  readonly name: string;
  readonly file: string;
}

const connection = 'connection';
const notifications = 'notifications';

/** Whether this is spent on what a bare loop does too: requests, replies and the notifications that they cause. */
export const isSending = (what: string): boolean => what === connection || what === notifications;

type Rule = readonly [what: string, holds: (frame: Frame) => boolean];

const inFile =
  (...parts: readonly RegExp[]) =>
  ({ file }: Frame): boolean =>
    parts.some((part) => part.test(file));

/** By the first rule that holds of any function of the stack: who has asked for the work counts, whatever library did it. */
const rules: readonly Rule[] = [
  ['planning, transitions', inFile(/^engine\/plan\//, /^suites\/plans\//, /^engine\/walk\/transitions/)],
  ['checksum', inFile(/checksum/)],
  [notifications, inFile(/^harness\/receiver\//, /^node:_http_(?:server|outgoing|incoming|common)/)],
  ['drawing', inFile(/^engine\/walk\//)],
  ['journal', inFile(/^harness\/(?:journal|secrets)\//, /^suites\/resume\//)],
  // Before what is judged, since judging calls it.
  [connection, inFile(/^harness\/wire\//, /undici/)],
  ['predicting and judging', inFile(/^engine\/judge\//, /^models\//, /^suites\/explore\/observed-choices/)],
  [connection, inFile(/^harness\//, /^node:(?:net|internal\/stream|zlib|buffer)/, /^wasm/)],
  [connection, ({ name }) => name === 'writev' || name === 'writeLatin1String' || name === 'writeBuffer'],
  ['garbage collection', ({ name }) => name === '(garbage collector)'],
];

const other = 'other';

/**
 * Where the processor time of a profile went, the largest share first; idle time is left out. `fileOf` gives the path of a function's source
 * below the project's folder.
 */
export function sharesOf(
  profile: Profiler.Profile,
  fileOf: (place: Runtime.CallFrame) => string,
): readonly Share[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const frameOf = ({ callFrame }: Profiler.ProfileNode): Frame => ({
    name: callFrame.functionName,
    file: fileOf(callFrame),
  });
  const whatOf = (id: number): string => {
    const stack: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at);
      if (node !== undefined) stack.push(frameOf(node));
    }
    return rules.find(([, holds]) => stack.some(holds))?.[0] ?? other;
  };
  const known = new Map<number, string>();
  const spent = new Map<string, number>();
  let all = 0;
  for (const [at, id] of (profile.samples ?? []).entries()) {
    if (nodes.get(id)?.callFrame.functionName === '(idle)') continue;
    const what = known.get(id) ?? whatOf(id);
    known.set(id, what);
    const us = profile.timeDeltas?.[at] ?? 0;
    all += us;
    spent.set(what, (spent.get(what) ?? 0) + us);
  }
  return [...spent]
    .map(([what, us]) => ({ what, percent: (100 * us) / all }))
    .toSorted((one, another) => another.percent - one.percent);
}
