import { plain } from '../words/plain.ts';

export type Level = 'error' | 'warning' | 'notice';

/** What GitHub shows above a run of a workflow. Texts may be a target's. */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
}

/** GitHub shows so many of each level for a step, and leaves the rest out without a word. */
const mostOfLevel = 10;

/** Annotations as workflow commands, one a line; where there are too many of a level, the last one says so. */
export function annotationLines(annotations: readonly Annotation[]): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = annotations.filter((one) => one.level === level);
    if (own.length <= mostOfLevel) return own.map(commandOf);
    const shown = own.slice(0, mostOfLevel - 1);
    const rest = own.length - shown.length;
    const message = `${rest} more of this kind: the job summary and the page of the run have them.`;
    return [...shown, { level, title: `and ${rest} more`, message }].map(commandOf);
  });
}

/** Lets the runner take nothing for a command until a line `::TOKEN::`: what is printed may hold texts of a target. */
export function stopLine(token: string): string {
  return `::stop-commands::${token}`;
}

/** Lets it take commands again. */
export function resumeLine(token: string): string {
  return `::${token}::`;
}

function commandOf({ level, title, message }: Annotation): string {
  return `::${level} title=${property(plain(title, 120))}::${data(plain(message))}`;
}

/** As the runner reads it back: https://github.com/actions/toolkit, packages/core/src/command.ts. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
