import type { JournalDamage } from '../../harness/journal/journal-damage.ts';

/** Ranges that are listed by number; what random bytes do to a journal may be thousands. */
const mostRanges = 12;

/** What of a damaged journal was left out, by its lines; undefined where nothing was. */
export function damageText(damage: readonly JournalDamage[]): string | undefined {
  if (damage.length === 0) return undefined;
  return `the journal is damaged: ${damagePlaces(damage).join('; ')}. What stood there is left out`;
}

/** The same place by place. */
export function damagePlaces(damage: readonly JournalDamage[]): readonly string[] {
  const rest = damage.length > mostRanges ? [`and ${damage.length - mostRanges} more places`] : [];
  return [...damage.slice(0, mostRanges).map(placeText), ...rest];
}

function placeText({ what, from, to }: JournalDamage): string {
  const lines = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  switch (what) {
    case 'unreadable':
      return `${lines} can't be read`;
    case 'repeated':
      return `${lines} ${from === to ? 'repeats an earlier one' : 'repeat earlier ones'}`;
    case 'missing':
      return `records are missing before ${lines}`;
  }
}
