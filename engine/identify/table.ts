/** What an input leads to in a state: indices of an output and of a state. */
export type TableTransition = readonly [output: number, next: number];

/** A deterministic Mealy machine as plain data. State 0 is the initial one. */
export interface Table {
  readonly name: string;
  readonly states: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** By state and input. Null: the state does not offer the input. */
  readonly transitions: readonly (readonly (TableTransition | null)[])[];
}

/**
 * Reads a table of parsed JSON in which every state offers every input. Throws an Error that names the first wrong place, such as
 * `transitions[3][2][1]`.
 */
export function readTable(value: unknown): Table {
  const fields = recordOf(value);
  const { name, states } = fields;
  if (typeof name !== 'string') throw wrong('name', 'a text', name);
  if (!isIndex(states, Infinity) || states === 0) throw wrong('states', 'a whole number above 0', states);
  const inputs = namesIn(fields, 'inputs');
  const outputs = namesIn(fields, 'outputs');
  const transitions = listIn(fields['transitions'], 'transitions', states, 'one row a state').map(
    (row, state) =>
      listIn(row, `transitions[${state}]`, inputs.length, 'one pair an input').map((pair, input) => {
        const place = `transitions[${state}][${input}]`;
        const [output, next] = listIn(pair, place, 2, 'output and next state');
        if (!isIndex(output, outputs.length)) throw wrong(`${place}[0]`, `an index of outputs`, output);
        if (!isIndex(next, states)) throw wrong(`${place}[1]`, `an index of states`, next);
        return [output, next] as const;
      }),
  );
  return { name, states, inputs, outputs, transitions };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong('the table', 'an object', value);
  return { ...value };
}

function namesIn(fields: Readonly<Record<string, unknown>>, field: string): readonly string[] {
  const seen = new Map<unknown, number>();
  const names = listIn(fields[field], field).map((name, at) => {
    if (typeof name !== 'string') throw wrong(`${field}[${at}]`, 'a text', name);
    const before = seen.get(name);
    if (before !== undefined) throw wrong(`${field}[${at}]`, `another name than ${field}[${before}]`, name);
    seen.set(name, at);
    return name;
  });
  if (names.length === 0) throw wrong(field, 'at least one name', fields[field]);
  return names;
}

function listIn(value: unknown, place: string, length?: number, of = ''): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(place, 'a list', value);
  if (length !== undefined && value.length !== length)
    throw new Error(`wrong table: ${place} must have ${length} entries (${of}), and has ${value.length}`);
  return value;
}

function isIndex(value: unknown, below: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < below;
}

/** The most of a wrong value that is shown. */
const mostShown = 40;

function wrong(place: string, expected: string, received: unknown): Error {
  const text = received === undefined ? 'nothing' : JSON.stringify(received);
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return new Error(`wrong table: ${place} must be ${expected}, not ${shown}`);
}
