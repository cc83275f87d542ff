import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import envPaths from 'env-paths';
import type { BrowserType } from 'playwright-core';
import type { TargetTroubles } from '../preflight/trouble.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** How a browser is offered, for people. */
export const howToOfferBrowser =
  'install playwright-core beside payproof, and Chromium (apt-get install chromium), or name one in PAYPROOF_CHROMIUM';

type Environment = Readonly<Record<string, string | undefined>>;

/** The Chromium that PAYPROOF_CHROMIUM names, `none` as it stands there, or the first on the PATH; undefined where there is none. */
export function chromiumOnPath(env: Environment = process.env): string | undefined {
  const asked = env['PAYPROOF_CHROMIUM'];
  if (asked !== undefined && asked !== '') return asked;
  const folders = (env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why no browser can be started, in words; undefined where one is there. PAYPROOF_CHROMIUM=none asks for none. */
export async function browserUnavailableReason(): Promise<string | undefined> {
  return (await browserTroubles()).browserTrouble;
}

/** The same, with what is missing; empty where a browser is there. */
export async function browserTroubles(): Promise<Pick<TargetTroubles, 'browserTrouble' | 'browserLacks'>> {
  const found = located() ?? (await findBrowser());
  return 'none' in found ? { browserTrouble: found.none, browserLacks: found.lacks } : {};
}

interface None {
  readonly none: string;
  readonly lacks: NonNullable<TargetTroubles['browserLacks']>;
}

const noChromium: None = { none: `there is no Chromium: ${howToOfferBrowser}`, lacks: 'chromium' };
const notInstalled: None = {
  none: `playwright-core is not installed: ${howToOfferBrowser}`,
  lacks: 'playwright-core',
};

/**
 * The Chromium to start, or why there is none; undefined where only playwright-core knows. Loading that takes longer than all else before a run's
 * first request.
 */
function located(): { readonly executablePath: string } | None | undefined {
  const asked = chromiumOnPath();
  if (asked === 'none')
    return {
      none: 'PAYPROOF_CHROMIUM is none: name a Chromium there, or leave it out to use one that is on the PATH',
      lacks: 'consent',
    };
  if (!isInstalled()) return notInstalled;
  if (asked !== undefined) return existsSync(asked) ? { executablePath: asked } : noChromium;
  return mayHaveDownloaded() ? undefined : noChromium;
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('playwright-core');
    return true;
  } catch {
    return false;
  }
}

/** Whether Playwright may have downloaded a browser: then there is the folder in which it keeps them. */
function mayHaveDownloaded(): boolean {
  if ((process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '') !== '') return true;
  // On Windows its folder is not where other programs have theirs.
  return process.platform === 'win32' || existsSync(envPaths('ms-playwright', { suffix: '' }).cache);
}

/** What starts a browser, and which one; or why there is none. */
export async function findBrowser(): Promise<
  { readonly chromium: BrowserType; readonly executablePath: string } | None
> {
  const found = located();
  if (found !== undefined && 'none' in found) return found;
  const playwright = await import('playwright-core').catch(() => undefined);
  if (playwright === undefined) return notInstalled;
  const { chromium } = playwright;
  const executablePath = found?.executablePath ?? chromium.executablePath();
  return existsSync(executablePath) ? { chromium, executablePath } : noChromium;
}

/** Why a window can't be opened, in words; undefined where one can, as far as the environment shows. */
export function whyNoWindow(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform === 'win32' || platform === 'darwin') return undefined;
  const isThere = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((one) => one !== undefined && one !== '');
  return isThere
    ? undefined
    : 'there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Run this on a desktop; elsewhere with xvfb-run, and a viewer such as x11vnc to see it';
}
