import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addVerbs } from '../../cli/command/verbs.ts';
import { githubCommands } from '../../cli/command/github-commands.ts';
import { allRequirements } from '../../spec/register.ts';
import { callsIn, commandsOfPage, namedCommands } from './reading/page-commands.ts';
import { filesBelow, root } from './reading/sources.ts';

/** The pages whose commands have a test of their own, which runs each of them. */
const runBy: Readonly<Record<string, string>> = {
  'README.md': 'tests/house/readme.slow.test.ts',
  'docs/certify-a-sandbox.md': 'tests/house/recipe.slow.test.ts',
};
/** Pages of which nothing is run, and why. */
const pagesNotRun: readonly { readonly pages: RegExp; readonly because: string }[] = [
  { pages: /^tools\//, because: 'benchmarks take minutes to hours' },
  { pages: /^tests\/gauntlet\//, because: 'each part takes minutes to hours, and is run before a release' },
  { pages: /^docs\/faults\.md$/, because: 'the page is written by the command itself, which takes an hour' },
];
/** The pages whose commands are run in the installed package, unless they are marked. */
const runInstalled = /^docs\/[\w-]+\.md$/;

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'engine', 'regressions', 'tools', 'tests/gauntlet']
    .flatMap(filesBelow)
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/decisions/')),
];
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

const program = new Command('payproof');
await addVerbs(program, [], () => undefined, githubCommands([]));
const optionsOf = (verb: string): readonly string[] | undefined =>
  program.commands.find((one) => one.name() === verb)?.options.map(({ long }) => long ?? '');
const everywhere = ['--help', '--verbose', '--version'];

/** What of a line is no verb or no option of the command. */
function unknownIn(line: string): readonly string[] {
  return callsIn(line).flatMap(({ verb, options }) => {
    const known = optionsOf(verb);
    if (known === undefined) return [verb];
    return options.filter((option) => !known.includes(option) && !everywhere.includes(option));
  });
}

describe('the commands of the pages', () => {
  it.each(pages)('of %s have only verbs and options that there are', (page) => {
    const text = textOf(page);
    const lines = [...commandsOfPage(text).map(({ command }) => command), ...namedCommands(text)];
    expect(lines.flatMap(unknownIn)).toEqual([]);
  });

  it.each(pages)('of %s are run by a test, or marked as not run with the reason', (page) => {
    const unmarked = commandsOfPage(textOf(page)).filter(({ notRun }) => notRun === undefined);
    const isRun = page in runBy || runInstalled.test(page) || pagesNotRun.some((one) => one.pages.test(page));
    expect(isRun ? [] : unmarked.map(({ command }) => command)).toEqual([]);
  });

  it('of this project run only scripts that it has', () => {
    const scripts = (path: string) =>
      Object.keys((JSON.parse(textOf(path)) as { scripts: Record<string, string> }).scripts);
    const known = new Set([...scripts('package.json'), ...scripts('tools/package.json')]);
    const used = pages.flatMap((page) => [
      ...textOf(page).matchAll(/npm (?:--prefix tools )?run ([a-z][\w:-]*)/g),
    ]);
    expect(used.length).toBeGreaterThan(10);
    expect(used.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('of a guide count as many requirements that nobody can test as there are', () => {
    const count = allRequirements.filter(({ untestable }) => untestable !== undefined).length;
    expect(textOf('docs/certify-a-sandbox.md')).toContain(`| ${count} further requirements `);
  });

  it.each([
    ['npx payproof certyfy --target sandbox', ['certyfy']],
    ['npx payproof certify --tarjet sandbox | head', ['--tarjet']],
    ['PAY=1 npx payproof nightly --for 10m --keep 30 || cat night.txt', []],
  ])('are read from a line: %s', (line, unknown) => {
    expect(unknownIn(line)).toEqual(unknown);
  });

  it('are marked by a comment before their block', () => {
    const text =
      '1. one\n\n   <!-- not run: it needs a desktop -->\n\n   ```sh\n   a --b # why\n   ```\n\n```console\n$ c\nd\n```\n';
    expect(commandsOfPage(text)).toEqual([
      { command: 'a --b', notRun: 'it needs a desktop' },
      { command: 'c' },
    ]);
  });
});
