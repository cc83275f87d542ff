import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../certificate/synthetic.ts';
import { startChromium, withoutChromium } from '../../support/targets/chromium.ts';
import { nightRun } from './night-run.ts';
import { drawnIn } from './pictures.ts';
import { brokenWords, keptOut } from './readable.ts';
import { pageOfRun } from './whole-runs.ts';

/** Of the paper between the margins, in CSS pixels. */
const paperWidth = 703;

describe.skipIf(withoutChromium !== '')(
  `the page of a night in Chromium${withoutChromium}`,
  { timeout: 180_000 },
  () => {
    let browser: Browser;
    let html = '';
    beforeAll(async () => {
      browser = await startChromium();
      // Of few requirements: the others stand in the tests of other runs.
      html = await pageOfRun(nightRun, register);
    });
    afterAll(() => browser.close());

    async function open(options: Parameters<Browser['newPage']>[0]): Promise<Page> {
      const opened = await browser.newPage(options);
      await opened.setContent(html);
      await opened.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
      return opened;
    }

    test.each([
      [390, 'light'],
      [390, 'dark'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const)(
      '%d px wide in %s keeps out no reader, breaks no word and scrolls down only',
      async (width, colorScheme) => {
        const opened = await open({ viewport: { width, height: 900 }, colorScheme });
        expect(await opened.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await brokenWords(opened)).toEqual([]);
        expect(await keptOut(opened)).toEqual([]);
        await opened.close();
      },
    );

    test('draws 30 nights in their full size on a phone, with all of its words inside', async () => {
      const opened = await open({ viewport: { width: 390, height: 900 } });
      const [nights] = await drawnIn(opened);
      expect(nights).toMatchObject({ width: 340, outside: [] });
      expect(nights?.parts).toBeGreaterThan(100);
      await opened.close();
    });

    test('prints what differs beside the nights, and clips nothing', async () => {
      const opened = await open({ viewport: { width: paperWidth, height: 900 } });
      await opened.emulateMedia({ media: 'print' });
      const beyond = await opened.evaluate(`Array.from(document.querySelectorAll('body *'))
        .filter((part) => part.getBoundingClientRect().right > ${paperWidth} + 1)
        .map((part) => part.outerHTML.slice(0, 120))`);
      expect(beyond).toEqual([]);
      const tops = await opened.evaluate(
        `['.changes', '#night figure'].map((part) => document.querySelector(part).getBoundingClientRect().top)`,
      );
      const [changes = 0, figure = 0] = tops as number[];
      expect(Math.abs(changes - figure)).toBeLessThan(40);
      await opened.close();
    });
  },
);
