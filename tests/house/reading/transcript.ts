import type { Block } from './blocks.ts';

/** One step of a page that shows a session on a terminal: a file that the reader writes, or a command with what it prints. */
export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly output: string };

/** The file that a block is, by its language. */
const files: Readonly<Record<string, string>> = { ini: '.env', yaml: 'targets.yaml' };

/** The steps of a page, in its order. Throws an Error for a block of another language, since nobody would try it. */
export function stepsOf(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap(({ language, text }): readonly Step[] => {
    const name = files[language];
    if (name !== undefined) return [{ kind: 'file', name, text }];
    if (language !== 'console') throw new Error(`no test tries a block of this language: "${language}"`);
    const [before, ...entries] = text.split(/^\$ /m);
    if (before !== '') throw new Error(`a console block begins with "$ ", not with ${before}`);
    return entries.map((entry) => {
      const [command = ''] = entry.split('\n', 1);
      return { kind: 'command', command, output: entry.slice(command.length + 1) };
    });
  });
}

/** A line of a shown output that stands for any lines. */
export const anyLines = '…';

/** What differs from run to run: times, and counts that depend on chance, on the plan or on the load of the machine. */
const variable: readonly RegExp[] = [
  /\b\d+(?:\.\d+)?(?= (?:ms|s|min|h)\b)/g,
  /\b\d+(?= (?:requests?|sequences?|captures?|payments?|webhooks?|requirements? without|pass|untested|not applicable)\b)/g,
  /\b\d+(?:\.\d+)?(?= (?:on average|at most;))/g,
  /(?<=\b(?:about|legacy|resource) )\d+\b/g,
];

/** The text with `#` in place of what differs from run to run. */
export function masked(text: string): string {
  return variable.reduce((rest, pattern) => rest.replaceAll(pattern, '#'), text);
}

/** What a command must have printed once it is masked, by what is shown of it. */
export function patternOf(shown: string): RegExp {
  const parts = masked(shown).split(new RegExp(`^${anyLines}\\n`, 'm'));
  return new RegExp(`^${parts.map(escaped).join('(?:.*\\n)*')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
