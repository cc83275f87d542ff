/** Ids that follow each other so closely are counted: a run makes fewer, and of drawn ids hardly two are so near. */
const nearest = 100_000;
/** Longer numbers are not exact, and no count of a run differs in so many characters. */
const mostCharacters = 10;

/** The prefix of an id that shows what the id names: letters, and a sign that ends them. */
const prefix = /^[a-z]+[_:.-]/i;

/** Whether a later id can be guessed from the one before: all but a number is the same, and that has grown by little. */
export function orderOf(before: string, id: string): 'counted' | 'random' {
  const [from, to] = apart(before, id);
  if (from.length > mostCharacters || to.length > mostCharacters) return 'random';
  // Counts may have letters for digits.
  const base = /^\d*$/.test(from + to) ? 10 : 36;
  const grown = Number.parseInt(`0${to}`, base) - Number.parseInt(`0${from}`, base);
  return grown > 0 && grown <= nearest ? 'counted' : 'random';
}

/** Whether two ids of one kind begin with the same prefix. One id is not enough: random characters may look like a prefix. */
export function prefixOf(before: string, id: string): 'prefixed' | 'bare' {
  const [begin = ''] = prefix.exec(id) ?? [];
  return begin !== '' && before.startsWith(begin) ? 'prefixed' : 'bare';
}

/** What two ids differ in: all between their common beginning and their common end. */
function apart(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let begin = 0;
  while (begin < shorter && one[begin] === other[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(begin, one.length - end), other.slice(begin, other.length - end)];
}
