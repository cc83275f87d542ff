import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { chromiumOnPath } from '../../../harness/checkout/chromium.ts';

/** The browser of this machine: the one that `CHROMIUM` names, or the first on the PATH; undefined where there is none. */
export const chromiumPath = process.env['CHROMIUM'] ?? chromiumOnPath({ PATH: process.env['PATH'] });

/** To end the title of a test that needs it. */
export const withoutChromium =
  chromiumPath === undefined ? ' (skipped: no Chromium on the PATH, and CHROMIUM names none)' : '';

/** Starts it, without a sandbox since containers often have none: it opens our own pages only. Throws an Error where there is none. */
export function startChromium(more: Pick<LaunchOptions, 'ignoreDefaultArgs'> = {}): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('there is no Chromium to start');
  return chromium.launch({ ...more, executablePath: chromiumPath, args: ['--no-sandbox'] });
}

/** Lets what runs in this process, and commands that it starts, use the browser, which other tests go without since it takes seconds. Gives what forbids it again. */
export function allowChromium(): () => void {
  const before = process.env['PAYPROOF_CHROMIUM'];
  process.env['PAYPROOF_CHROMIUM'] = chromiumPath ?? '';
  return () => {
    process.env['PAYPROOF_CHROMIUM'] = before ?? '';
  };
}
