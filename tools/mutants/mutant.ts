import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** One small change of the reference implementation. */
export interface Mutant {
  /** The same for as long as the changed line stays: file (where it stood first), mutator, and a digest of the line, the text and its replacement. */
  readonly id: string;
  /** Its number in the instrumented code, which switches it on. */
  readonly number: string;
  /** Below the package. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** The lines as they are, and as they are with the change. */
  readonly before: string;
  readonly after: string;
}

/** A change as the instrumenter gives it; lines and columns are counted from 0. */
export interface GivenMutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
}

const movedSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/** By file, the files where its declarations stood before. */
export type Moved = z.infer<typeof movedSchema>;

/** What has moved since the ids were given. */
export function readMoved(file: URL = new URL('./moved.yaml', import.meta.url)): Moved {
  return movedSchema.parse(parse(readFileSync(file, 'utf8')));
}

const declaration = /^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)/;

/** What an id names for a line, counted from 0: the file where its declaration stood first, and the line as it stood there. */
function firstOf(file: string, lines: readonly string[], line: number, moved: Moved): [string, string] {
  const start = lines.slice(0, line + 1).findLastIndex((one) => declaration.test(one));
  const name = declaration.exec(lines[start] ?? '')?.[1] ?? '';
  const text = lines[line]?.trim() ?? '';
  for (const [first, names] of Object.entries(moved[file] ?? {})) {
    if (names.includes(name)) return [first, text];
    if (names.includes(`export ${name}`)) return [first, line === start ? `export ${text}` : text];
  }
  return [file, text];
}

/** Mutants with ids that stay, from those of the instrumenter. `texts` are the sources by file. */
export function mutantsOf(
  given: readonly GivenMutant[],
  texts: ReadonlyMap<string, string>,
  moved: Moved = {},
): readonly Mutant[] {
  const times = new Map<string, number>();
  return given.map((one) => {
    const { start, end } = one.location;
    const all = (texts.get(one.fileName) ?? '').split('\n');
    const lines = all.slice(start.line, end.line + 1);
    const before = lines.join('\n');
    const from = start.column;
    const to = before.length - (lines.at(-1)?.length ?? 0) + end.column;
    const original = before.slice(from, to);
    const after = `${before.slice(0, from)}${one.replacement}${before.slice(to)}`;
    const [firstFile, firstLine] = firstOf(one.fileName, all, start.line, moved);
    const digest = createHash('sha256')
      .update([firstLine, original, one.replacement].join('\0'))
      .digest('hex')
      .slice(0, 8);
    const name = `${firstFile}:${one.mutatorName}:${digest}`;
    // Equal changes in equal lines of one file are told apart by their order.
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    return {
      id: nth === 1 ? name : `${name}#${nth}`,
      number: one.id,
      file: one.fileName,
      line: start.line + 1,
      mutator: one.mutatorName,
      original,
      replacement: one.replacement,
      before,
      after,
    };
  });
}

/** The numbers of mutants by their file. */
export function numbersByFile(mutants: readonly Mutant[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const { file, number } of mutants) files.set(file, [...(files.get(file) ?? []), number]);
  return files;
}

/** Most lines of one side that a diff shows. */
const mostLines = 12;

/** What a mutant changes, as a diff of whole lines without their common indentation. */
export function diffOf({ before, after }: Pick<Mutant, 'before' | 'after'>): string {
  const indent = /^ */.exec(before)?.[0] ?? '';
  const side = (mark: string, text: string) => {
    const lines = text
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    const shown =
      lines.length > mostLines
        ? [...lines.slice(0, mostLines - 1), `… ${lines.length - mostLines + 1} more lines`]
        : lines;
    return shown.map((line) => `${mark} ${line}`).join('\n');
  };
  return `${side('-', before)}\n${side('+', after)}`;
}

/** So many of a list. The seed and the ids alone decide, so that a list with a few others gives nearly the same sample. */
export function sampleOf<T extends { readonly id: string }>(
  all: readonly T[],
  size: number,
  seed: number,
): readonly T[] {
  const place = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const places = new Map(all.map((one) => [one, place(one)]));
  const at = (one: T) => places.get(one) ?? '';
  return all.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)).slice(0, size);
}
