import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { objectIn } from '../json.ts';
import { type Mode, refuse } from '../resource/call.ts';
import { parseJson } from '../resource/content.ts';
import { refusals } from '../resource/errors.ts';
import { readBody } from '../resource/read-body.ts';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import { type Issue, issueCheckoutToken, issueSinglePayment } from './issue.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserRules } from './browser-rules.ts';

/** The script of payment pages, below the address of the service. */
export const scriptPath = '/checkout/app.js';

/** The dialog sends requests to this service only, shows logos of any shop, and stands in no frame. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files: Readonly<Record<string, BrowserFile>> = {
  [scriptPath]: 'app.js',
  '/checkout/dialog': 'dialog.html',
  '/checkout/dialog.js': 'dialog.js',
  '/checkout/dialog.css': 'dialog.css',
  '/checkout/requests.js': 'requests.js',
  '/checkout/rules.js': 'rules.js',
  '/checkout/logo.svg': 'logo.svg',
};

/** Mounts the checkout app: its script, its dialog, and what the dialog asks for payments and tokens of the resource interface. */
export function mountCheckout(app: Hono, world: World): void {
  for (const [path, name] of Object.entries(files))
    app.get(path, async (context) => {
      context.header('content-type', typeOf(name));
      context.header('content-security-policy', policy);
      context.header('cross-origin-resource-policy', 'cross-origin');
      context.header('x-content-type-options', 'nosniff');
      context.header('cache-control', 'no-store');
      return context.body(await browserFile(name, world.browserRules));
    });
  mountIssue(app, world, 'payments', issueSinglePayment);
  mountIssue(app, world, 'tokens', issueCheckoutToken);
}

function mountIssue(app: Hono, world: World, kind: 'payments' | 'tokens', issue: Issue): void {
  const seam = world.replySeam(`checkout.${kind}`);
  app.post(`/checkout/${kind}`, async (context) => {
    const text = (await readBody(context, world.settings.bodyLimit)) ?? '';
    const parsed = parseJson(text);
    const reply =
      'refusal' in parsed ? refuse(world, parsed.refusal) : answer(context, world, issue, parsed.content);
    const { http, body } = seam?.(reply, 'content' in parsed ? objectIn(parsed.content) : {}) ?? reply;
    return context.json(body, http as ContentfulStatusCode);
  });
}

function answer(context: Context, world: World, issue: Issue, content: unknown): HandlerReply {
  const mode = modeOf(world, context.req.header('authorization'));
  return mode === undefined ? refuse(world, refusals.publicKeyNeeded) : issue(world, mode, content);
}

/** The data that a public key selects; no other key may stand in a page (resource, Authentication, 3). */
function modeOf({ settings: { keys } }: World, authorization: string | undefined): Mode | undefined {
  if (authorization === `Bearer ${keys.publicKey}`) return 'test';
  return authorization === `Bearer ${keys.livePublicKey}` ? 'live' : undefined;
}

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

type BrowserFile = keyof typeof types;

/** The content type of a file for browsers. */
function typeOf(name: BrowserFile): string {
  return `${types[name]}; charset=utf-8`;
}

/** A file of the checkout as browsers get it: the decisions that are replaced stand at its end. */
async function browserFile(name: BrowserFile, replaced: BrowserRules): Promise<string> {
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
