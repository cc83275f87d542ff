/** One module that a file names: relative path or package, and whether only its types are taken. */
export interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

const comments = /\/\*[\s\S]*?\*\/|(^|[\s;{}()])\/\/[^\n]*/g;
const statements = /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s*)?['"]([^'"\n]+)['"]/gm;
const calls = /\bimport\(\s*([^)\n]*)/g;
const literal = /^(['"`])([^'"`$]+)\1/;

/**
 * The modules that a TypeScript file imports or exports from, statically and by `import('…')`.
 * Throws an Error for an `import(…)` whose module is computed, since its room is not known.
 */
export function importsOf(text: string): readonly Import[] {
  const code = text.replaceAll(comments, '$1');
  const found: Import[] = [];
  for (const [, type, from] of code.matchAll(statements)) {
    if (from !== undefined) found.push({ from, typeOnly: type !== undefined });
  }
  for (const [, argument = ''] of code.matchAll(calls)) {
    const from = literal.exec(argument)?.[2];
    if (from === undefined)
      throw new Error(`import(${argument}) names no module: write its path as a literal`);
    found.push({ from, typeOnly: false });
  }
  return found;
}
