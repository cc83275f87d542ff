import type { Source } from './sources.ts';

/** What gives another result where the machine has another locale or time zone. The locale of Intl and of a comparison has to be named. */
const dependent: readonly RegExp[] = [
  /\.localeCompare\((?![^()]*,\s*')[^()]*\)/g,
  /\.toLocale\w+\((?!\s*')/g,
  /\bIntl\.(?!Segmenter\b)\w+\((?!\s*')/g,
  /\.(?:get|set)(?:Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Year)\(/g,
  /\.to(?:Date|Time)String\(/g,
  /\bnew Date\([^()'"]+,/g,
];

/** Every place that depends on the locale or the time zone of a machine, with the text found behind it. */
export function machineWords(files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) =>
    dependent.flatMap((one) => [...text.matchAll(one)].map(([found]) => `${path}: ${found}`)),
  );
}
