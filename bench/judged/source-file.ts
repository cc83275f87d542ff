import type { Runtime } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../harness/files/package-root.ts';

const root = `${pathToFileURL(packageRoot).href}/`;

/** The path of a function's source below the project's folder, also where it was built; of any other function the URL of its file. */
export function sourceFile({ url, lineNumber, columnNumber }: Runtime.CallFrame): string {
  const entry = url.startsWith('file:') ? findSourceMap(url)?.findEntry(lineNumber, columnNumber) : undefined;
  const file =
    entry !== undefined && 'originalSource' in entry ? new URL(String(entry.originalSource), url).href : url;
  return file.replace(root, '');
}
