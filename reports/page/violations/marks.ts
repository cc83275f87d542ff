import type { Breach } from '../../../engine/model.ts';

/** What of an answer differs from what was expected, for the eye alone: nothing is decided by it. */
export interface Mark {
  /** The field, as `order.items.amount`; `HTTP` for the status line. */
  readonly field: string;
  readonly expected: string;
  /** Whether it is said to be a field of the body, so that its absence can be shown. */
  readonly isName: boolean;
}

/** The fields that breaches are about: as their check names them, or as the first word of what it expected (`reason: text`). */
export function marksOf(breaches: readonly Breach[]): readonly Mark[] {
  const marks = new Map<string, Mark>();
  for (const { about, expected } of breaches) {
    const [, field, colon] = /^([\w.-]+)(:?)/.exec(about ?? expected) ?? [];
    if (field !== undefined && !marks.has(field))
      marks.set(field, { field, expected, isName: about === undefined && colon === ':' });
  }
  return [...marks.values()];
}

/** The mark of a field that these names lead to, whatever it lies in. */
export function markAt<M extends Pick<Mark, 'field'>>(
  path: readonly string[],
  marks: readonly M[],
): M | undefined {
  const tails = new Set(path.map((_, from) => path.slice(from).join('.')));
  return marks.find(({ field }) => tails.has(field));
}
