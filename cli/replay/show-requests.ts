import { plain } from '../../reports/words/plain.ts';
import type { PlannedRequest } from '../../suites/replay/dry-run.ts';
import type { ReplayOptions } from './replay-stored.ts';
import { readReproduction } from './read-reproduction.ts';

/** A body's characters at most on the terminal. */
const longestBody = 4000;

/** Prints the requests that a replay of these files would send, and sends none. */
export async function showRequests(
  files: readonly string[],
  { targets, target, json }: ReplayOptions,
): Promise<void> {
  const { dryRun } = await import('../../suites/replay/dry-run.ts');
  const shown = [];
  for (const file of files) {
    const reproduction = readReproduction(file);
    const requests = await dryRun(reproduction, {
      ...(targets === undefined ? {} : { targets }),
      target: target ?? reproduction.target,
    });
    shown.push({ file, requests });
  }
  process.stdout.write(
    json
      ? `${JSON.stringify({ dry_run: true, reproductions: shown })}\n`
      : shown
          .map(
            ({ file, requests }) =>
              `${file}: nothing was sent. A replay would send\n${requests.map(lineOf).join('')}`,
          )
          .join(''),
  );
}

function lineOf({ step, operation, kind, method, url, body }: PlannedRequest): string {
  const sent = body === undefined ? '' : `\n       ${plain(body, longestBody)}`;
  return `  ${plain(step)}  ${operation} ${plain(kind)}  ${method} ${plain(url)}${sent}\n`;
}
