import type { Source } from './sources.ts';

/** Words at the end of an identifier that say that it holds text for people, or a key that only its maker may take apart. */
const words =
  'name|signature|key|id|because|summary|coverage|suite|outcome|kind|event|operation|machine|label|title';
const methods = 'startsWith|endsWith|includes|split|slice|substring|indexOf|lastIndexOf|match|search';
const parsing = new RegExp(
  `\\b(?:${words}|\\w+(?:${words.replace(/\b\w/g, capital)}))\\??\\.(?:${methods})\\(`,
  'g',
);

function capital(letter: string): string {
  return letter.toUpperCase();
}

/** Every place that takes a name, a signature, a key or the like apart, with the text found: `path: name.split(`. */
export function parsedWords(files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) => [...text.matchAll(parsing)].map(([found]) => `${path}: ${found}`));
}
