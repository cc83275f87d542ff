/** A line of a JSON text that is laid out anew. */
export interface JsonLine {
  readonly depth: number;
  readonly text: string;
  /** The names that lead to it, without places in arrays: `['order', 'items', 'amount']`. */
  readonly path: readonly string[];
}

/** Strings, punctuation, and everything else up to the next of them: numbers stay as they were sent. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A JSON text, one line for each value, with every number and string as it was sent; undefined where it is no JSON. */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  if (!isJson(text)) return undefined;
  const found: JsonLine[] = [];
  const names: (string | undefined)[] = [];
  let line = '';
  let name: string | undefined;
  const end = (): void => {
    if (line === '') return;
    const path = [...names, name].filter((one) => one !== undefined);
    found.push({ depth: names.length, text: line, path });
    line = '';
    name = undefined;
  };
  const tokens = text.match(token) ?? [];
  for (const [index, part] of tokens.entries()) {
    const next = tokens[index + 1];
    if (part === ':') line += ': ';
    else if (part === ',') {
      line += ',';
      end();
    } else if (part === '{' || part === '[') {
      if (next === '}' || next === ']') {
        line += part;
        continue;
      }
      const opened = name;
      line += part;
      end();
      names.push(opened);
    } else if (part === '}' || part === ']') {
      if (tokens[index - 1] !== '{' && tokens[index - 1] !== '[') {
        end();
        names.pop();
      }
      line += part;
    } else {
      if (next === ':') name = JSON.parse(part) as string;
      line += part;
    }
  }
  end();
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
