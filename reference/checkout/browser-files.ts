import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserRules } from './browser-rules.ts';

/** Where the files for browsers are, below the folder of the package. */
const place = join('reference', 'checkout', 'browser');

const types = {
  'app.js': 'text/javascript',
  'dialog.js': 'text/javascript',
  'requests.js': 'text/javascript',
  'rules.js': 'text/javascript',
  'dialog.html': 'text/html',
  'dialog.css': 'text/css',
  'logo.svg': 'image/svg+xml',
} as const;

export type BrowserFile = keyof typeof types;

/** The content type of a file for browsers. */
export function typeOf(name: BrowserFile): string {
  return `${types[name]}; charset=utf-8`;
}

/** A file of the checkout as browsers get it: the decisions that are replaced stand at its end. */
export async function browserFile(name: BrowserFile, replaced: BrowserRules): Promise<string> {
  const text = await readFile(join(folder(), name), 'utf8');
  if (name === 'app.js') return `${text}${(replaced.app ?? []).map((code) => `;(${code})();\n`).join('')}`;
  if (name !== 'rules.js' || replaced.dialog === undefined) return text;
  const entries = Object.entries(replaced.dialog).map(([rule, code]) => `  ${rule}: ${code},\n`);
  return `${text}Object.assign(rules, {\n${entries.join('')}});\n`;
}

/** Their folder, whether this module is a source or was built. */
function folder(above = dirname(fileURLToPath(import.meta.url))): string {
  const there = join(above, place);
  if (existsSync(there)) return there;
  if (dirname(above) === above) throw new Error(`payproof is not complete: there is no ${place}`);
  return folder(dirname(above));
}
