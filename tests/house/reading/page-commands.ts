/** A command that a page shows, and why no test runs it as it stands, where one does not. */
export interface PageCommand {
  readonly command: string;
  readonly notRun?: string;
}

/** A fence of commands, with a mark before it that says why they are not run; both may stand in a list. */
const fence = /(?:^ *<!-- not run: ([^\n]*?) -->\n+)?^( *)```(sh|console)\n([\s\S]*?)^ *```$/gm;

/** The commands of the blocks of a page, in its order; of a session on a terminal, what is typed. */
export function commandsOfPage(markdown: string): readonly PageCommand[] {
  return [...markdown.matchAll(fence)].flatMap(([, notRun, , language, text = '']) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && (language === 'sh' || line.startsWith('$ ')))
      .map((line) => line.replace(/^\$ /, '').replace(/\s+#.*$/, ''))
      .map((command) => ({ command, ...(notRun !== undefined && { notRun }) })),
  );
}

/** What a page says of the command of this project within its sentences: `npx payproof replay FILE --dry-run`. */
export function namedCommands(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  return [...prose.matchAll(/`((?:npx )?payproof [^`]+)`/g)].map(([, command = '']) => command);
}

/** The verb and the options of a command of this project, wherever it stands in a line; none where the line has no such command. */
export function callsIn(
  line: string,
): readonly { readonly verb: string; readonly options: readonly string[] }[] {
  return [...line.matchAll(/(?<![\w/.-])payproof ([a-z]+)((?: [^|&;)`]*)?)/g)].map(
    ([, verb = '', rest = '']) => ({
      verb,
      options: [...rest.matchAll(/(?<=\s)--[a-z][\w-]*/g)].map(([option]) => option),
    }),
  );
}
