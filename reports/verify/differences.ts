/** What a certificate says otherwise than its journal shows. */
export interface Difference {
  /** The id of a row, or the path of a field: `totals.requests`. */
  readonly row: string;
  readonly what: string;
}

/** Differences that are listed; a certificate of another run has thousands. */
const mostListed = 50;

/** Longest value that is shown. */
const longestShown = 120;

/** Where two JSON values differ: rows of a list by their ids, fields by their paths. */
export function differences(certified: object, shown: object): readonly Difference[] {
  const found: Difference[] = [];
  compare(certified, shown, '', (difference) => found.push(difference));
  if (found.length <= mostListed) return found;
  const more = found.length - mostListed;
  return [...found.slice(0, mostListed), { row: `${more} more`, what: 'differ too' }];
}

type Report = (difference: Difference) => void;

function compare(says: unknown, shows: unknown, at: string, report: Report): void {
  if (Array.isArray(says) && Array.isArray(shows)) return compareLists(says, shows, at, report);
  if (isRecord(says) && isRecord(shows)) {
    for (const key of new Set([...Object.keys(says), ...Object.keys(shows)]))
      compare(says[key], shows[key], at === '' ? key : `${at}.${key}`, report);
    return;
  }
  if (says === shows) return;
  report({ row: at, what: `the certificate says ${textOf(says)}, the journal shows ${textOf(shows)}` });
}

function compareLists(says: readonly unknown[], shows: readonly unknown[], at: string, report: Report): void {
  const [ours, theirs] = [byId(says), byId(shows)];
  if (ours === undefined || theirs === undefined) {
    for (let index = 0; index < Math.max(says.length, shows.length); index += 1)
      compare(says[index], shows[index], `${at}.${index}`, report);
    return;
  }
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const [one, other] = [ours.get(id), theirs.get(id)];
    if (one === undefined) report({ row: id, what: `is missing in ${at}` });
    else if (other === undefined) report({ row: id, what: `is in ${at}, and the register has no such row` });
    else compare(one, other, '', ({ row, what }) => report({ row: id, what: `${row}: ${what}` }));
  }
  const doubled = says.length - ours.size;
  if (doubled > 0) report({ row: at, what: `has ${doubled} of its rows twice` });
  const order = [...ours.keys()].join() === [...theirs.keys()].join();
  if (!order && ours.size === theirs.size && doubled === 0)
    report({ row: at, what: 'has its rows in another order' });
}

/** The rows of a list by their ids; undefined where they have none. */
function byId(rows: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  for (const row of rows) {
    if (!isRecord(row) || typeof row['id'] !== 'string') return undefined;
    found.set(row['id'], row);
  }
  return found;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
