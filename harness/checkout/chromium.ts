import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** How a browser is offered, for people. */
export const howToOfferBrowser =
  'install playwright-core beside payproof, and Chromium (apt-get install chromium), or name one in PAYPROOF_CHROMIUM';

type Environment = Readonly<Record<string, string | undefined>>;

/** The Chromium that PAYPROOF_CHROMIUM names, or the first on the PATH; undefined where there is none. */
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

/** A browser with a profile of its own that blocks pop-ups as browsers of consumers do; or why there is none. */
export async function startBrowser(): Promise<Browser | { readonly none: string }> {
  const playwright = await import('playwright-core').catch(() => undefined);
  if (playwright === undefined) return { none: `playwright-core is not installed: ${howToOfferBrowser}` };
  const { chromium } = playwright;
  const executablePath = chromiumOnPath() ?? chromium.executablePath();
  if (!existsSync(executablePath)) return { none: `there is no Chromium: ${howToOfferBrowser}` };
  // Chromium's own sandbox does not work for root, as in many containers.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  try {
    return await chromium.launch({ executablePath, args, ignoreDefaultArgs: ['--disable-popup-blocking'] });
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { none: `${executablePath} does not start: ${line.slice(0, 200)}` };
  }
}
