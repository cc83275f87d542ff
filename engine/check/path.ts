import { isPlain } from '../build/references.ts';
import { renumbered } from '../candidates.ts';
import type { Json, Sequence, Step } from '../model.ts';
import type { Race } from '../race/race.ts';

/** What a failure was shown by: steps one after another, or some of them at once. */
export type Course = Sequence | Race;

type Compact = readonly [operation: string, kind: string, uses: Step['uses'], data?: Json];

const compact = ({ operation, kind, uses, data }: Step): Compact =>
  data === undefined ? [operation, kind, uses] : [operation, kind, uses, data];

const isRace = (course: Course): course is Race => 'overlap' in course;

/** A course as a text that `check` takes as `path`, of one line of JSON. */
export function toPath(course: Course): string {
  if (!isRace(course)) return JSON.stringify(renumbered(course).map(compact));
  const { before, overlap, after } = course;
  const all = renumbered([...before, ...overlap, ...after]).map(compact);
  const end = before.length + overlap.length;
  return JSON.stringify({
    before: all.slice(0, before.length),
    together: all.slice(before.length, end),
    after: all.slice(end),
  });
}

/** The course of a path. Throws an Error that says what a path is where it is none. */
export function fromPath(path: string): Course {
  let read: unknown;
  try {
    read = JSON.parse(path);
  } catch {
    throw notAPath(path);
  }
  if (Array.isArray(read)) return stepsOf(read, path);
  if (!isPlain(read)) throw notAPath(path);
  const lengths = ['before', 'together', 'after'].map((name) => read[name]);
  if (!lengths.every(Array.isArray)) throw notAPath(path);
  const [before, together, after] = lengths as unknown as readonly (readonly unknown[])[] as [
    unknown[],
    unknown[],
    unknown[],
  ];
  const all = stepsOf([...before, ...together, ...after], path);
  const end = before.length + together.length;
  return {
    before: all.slice(0, before.length),
    overlap: all.slice(before.length, end),
    after: all.slice(end),
  };
}

function stepsOf(read: readonly unknown[], path: string): Sequence {
  return read.map((one, index) => {
    if (!Array.isArray(one)) throw notAPath(path);
    const [operation, kind, uses, data] = one as readonly unknown[];
    if (typeof operation !== 'string' || typeof kind !== 'string' || !isPlain(uses)) throw notAPath(path);
    return {
      id: `s${index + 1}`,
      operation,
      kind,
      uses: uses as Step['uses'],
      ...(data !== undefined && { data: data as Json }),
    };
  });
}

const notAPath = (path: string) =>
  new Error(`the path ${path} is none: give the one that a failed check has printed, as it stands`);
