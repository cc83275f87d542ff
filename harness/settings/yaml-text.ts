import { isCollection, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { SettingsError } from './settings-error.ts';

/** Levels at most: an entry has five. */
const mostLevels = 32;
/** What aliases may stand for, all in all: enough for shared personas, and too little for a bomb. */
const mostAliased = 100;

/**
 * The data of a YAML text, which is not trusted: it may hold one document, of few levels, whose aliases stand for little and whose keys
 * are each there once. Throws SettingsError with line and column of the first error in it.
 */
export function parseYaml(file: string, text: string): unknown {
  const lines = new LineCounter();
  try {
    // Duplicates are looked for below: the parser compares each key with all others, which takes minutes where they are many.
    const document = parseDocument(text, {
      prettyErrors: true,
      lineCounter: lines,
      uniqueKeys: false,
      merge: true,
    });
    const fault = document.errors[0];
    // The parser follows the levels of a text by calling itself, and so does what follows.
    if (fault?.code === 'RESOURCE_EXHAUSTION') throw new SettingsError(`${file}: ${tooDeep}`);
    if (fault?.code === 'MULTIPLE_DOCS') {
      const { line } = lines.linePos(fault.pos[0]);
      throw new SettingsError(`${file}:${line}: a second document begins here: put all targets into one.`);
    }
    if (fault !== undefined) {
      const [where] = fault.linePos ?? [];
      const what = fault.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
      throw new SettingsError(`${file}:${where?.line ?? 1}:${where?.col ?? 1}: ${what}`);
    }
    check(document, (offset, what) => {
      const { line, col } = lines.linePos(offset);
      return new SettingsError(`${file}:${line}:${col}: ${what}`);
    });
    return document.toJS({ maxAliasCount: mostAliased }) as unknown;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (error instanceof RangeError) throw new SettingsError(`${file}: ${tooDeep}`);
    throw new SettingsError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const tooDeep = `it is nested deeper than ${mostLevels} levels.`;

/** Throws what `at` makes of the first level that is too deep, and of the first key that is there twice or is no name. */
function check(document: Document, at: (offset: number, what: string) => SettingsError): void {
  visit(document, {
    Collection(_key, { range }, path) {
      if (path.filter(isCollection).length >= mostLevels) throw at(range?.[0] ?? 0, tooDeep);
    },
    Map(_key, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const offset = key.range?.[0] ?? 0;
        if (key.value === '__proto__') throw at(offset, 'no key may be __proto__.');
        if (keys.has(key.value)) throw at(offset, `the key "${String(key.value)}" is there twice.`);
        keys.add(key.value);
      }
    },
  });
}
