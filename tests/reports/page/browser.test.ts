import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRequirements } from '../../../spec/register.ts';
import { startChromium, withoutChromium } from '../../support/targets/chromium.ts';
import { drawnIn } from './pictures.ts';
import { brokenWords, keptOut } from './readable.ts';
import { conformantRun, faultyRun, pageOfRun } from './whole-runs.ts';

/** Of the paper between the margins, in CSS pixels: 210 mm less 2 × 12 mm. */
const paperWidth = Math.floor(((210 - 24) / 25.4) * 96);

describe.skipIf(withoutChromium !== '')(
  `the page in Chromium${withoutChromium}`,
  { timeout: 180_000 },
  () => {
    let browser: Browser;
    const pages = new Map<string, string>();
    beforeAll(async () => {
      browser = await startChromium();
      pages.set('conformant', await pageOfRun(conformantRun));
      pages.set('faulty', await pageOfRun(faultyRun()));
    });
    afterAll(() => browser.close());

    /** Opens it with every detail unfolded, so that nothing escapes the checks. */
    async function open(which: string, options: Parameters<Browser['newPage']>[0]): Promise<Page> {
      const opened = await browser.newPage(options);
      const problems: string[] = [];
      opened.on('console', (message) => problems.push(message.text()));
      opened.on('pageerror', (error) => problems.push(String(error)));
      opened.on('request', (request) => problems.push(request.url()));
      await opened.setContent(pages.get(which) ?? '');
      await opened.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
      expect(problems).toEqual([]);
      return opened;
    }

    // Each run, width and scheme is met in two of the cases: axe takes ten seconds for a page of this length.
    const cases = [
      ['conformant', 390, 'dark'],
      ['conformant', 1280, 'light'],
      ['faulty', 390, 'light'],
      ['faulty', 1280, 'dark'],
    ] as const;

    test.each(cases)(
      'of a %s run, %d px wide in %s, keeps out no reader, breaks no word and scrolls down only',
      async (which, width, colorScheme) => {
        const opened = await open(which, { viewport: { width, height: 900 }, colorScheme });
        expect(await opened.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await brokenWords(opened)).toEqual([]);
        expect(await keptOut(opened)).toEqual([]);
        await opened.close();
      },
    );

    test('has the verdict, broken requirements by name, and the counts of each document on its first screen', async () => {
      const opened = await open('faulty', { viewport: { width: 1280, height: 900 } });
      const bottom = (selector: string) =>
        opened.evaluate(
          `Math.max(...Array.from(document.querySelectorAll(${JSON.stringify(selector)}), (one) => one.getBoundingClientRect().bottom))`,
        );
      expect(await bottom('.verdict-bar')).toBeLessThan(300);
      expect(await opened.locator('.broken li').count()).toBe(6);
      expect(await bottom('.broken')).toBeLessThan(500);
      expect(await bottom('.counts caption')).toBeLessThan(600);
      await opened.close();
    });

    test('a conformant run takes a few screens until something is unfolded', async () => {
      const opened = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await opened.setContent(pages.get('conformant') ?? '');
      expect(await opened.evaluate('document.documentElement.scrollHeight')).toBeLessThan(9 * 900);
      expect(await opened.locator('#requirements details[open]').count()).toBe(0);
      await opened.locator('#filter-words').fill('resource.capture.');
      expect(await opened.locator('#requirements tr[data-verdict]:visible').count()).toBeGreaterThan(3);
      await opened.locator('#filter-words').fill('');
      expect(await opened.locator('#requirements details[open]').count()).toBe(0);
      await opened.close();
    });

    test.each([
      ['screen', false],
      ['print', true],
    ] as const)('shows on %s what is folded, also where no script opens it: %s', async (media, isShown) => {
      const opened = await browser.newPage();
      await opened.emulateMedia({ media });
      await opened.setContent(pages.get('faulty') ?? '');
      const hidden = await opened.evaluate(
        `Array.from(document.querySelectorAll('details:not([open]):not(.screen-only)'))
          .filter((part) => !part.lastElementChild.checkVisibility({ contentVisibilityAuto: true })).length`,
      );
      expect(hidden === 0).toBe(isShown);
      await opened.close();
    });

    test.each([
      ['conformant', 390, 3],
      ['conformant', 1280, 3],
      ['faulty', 390, 4],
      ['faulty', 1280, 4],
    ] as const)(
      'draws all words of the pictures of a %s run inside, %d px wide',
      async (which, width, count) => {
        const opened = await open(which, { viewport: { width, height: 900 } });
        const drawn = await drawnIn(opened);
        expect(drawn.map(({ outside }) => outside)).toEqual(Array.from({ length: count }, () => []));
        expect(Math.min(...drawn.map(({ parts }) => parts))).toBeGreaterThan(3);
        await opened.close();
      },
    );

    test('prints a conformant run on ten pages of A4 at most', async () => {
      const opened = await open('conformant', {});
      const pdf = await opened.pdf({ preferCSSPageSize: true });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(10);
      await opened.close();
    });

    test.each(['conformant', 'faulty'])('of a %s run clips nothing on paper', async (which) => {
      const opened = await open(which, { viewport: { width: paperWidth, height: 900 } });
      await opened.emulateMedia({ media: 'print' });
      const beyond = await opened.evaluate(`Array.from(document.querySelectorAll('body *'))
      .filter((part) => part.getBoundingClientRect().right > ${paperWidth} + 1)
      .map((part) => part.outerHTML.slice(0, 120))`);
      expect(beyond).toEqual([]);
      await opened.close();
    });

    test('filters violations and requirements by verdict, section and words', async () => {
      const opened = await open('faulty', {});
      const shown = () => opened.locator('#filter-count').textContent();
      const visible = () => opened.locator('article.card:visible').count();
      const all = await visible();
      expect(await shown()).toBe(`${all} violations, ${allRequirements.length} requirements shown`);
      await opened.locator('[data-verdict-box][value=warn]').uncheck();
      expect(await visible()).toBe(all - 1);
      await opened.locator('#filter-words').fill('no such words anywhere');
      expect(await shown()).toBe('0 violations, 0 requirements shown');
      await opened.locator('#filter-words').fill('');
      await opened.locator('#filter-section').selectOption('legacy: Events');
      expect(await opened.locator('details[data-part]:visible').count()).toBe(1);
      await opened.close();
    });

    test('shows what a link points to, whatever the filters hide', async () => {
      const opened = await open('faulty', {});
      await opened.locator('#filter-words').fill('no such words anywhere');
      const anchor = await opened.locator('article.card').last().getAttribute('id');
      expect(await opened.locator(`[id="${anchor}"]`).isVisible()).toBe(false);
      await opened.evaluate(`location.hash = ${JSON.stringify(anchor)}`);
      await opened.locator(`[id="${anchor}"]`).waitFor({ state: 'visible' });
      await opened.close();
    });

    test('shows everything without its script, except controls that need one', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.setContent(pages.get('faulty') ?? '');
      expect(await plain.locator('article.card:visible').count()).toBe(16);
      const rows = plain.locator('#requirements tr[data-verdict]');
      expect(await rows.count()).toBe(allRequirements.length);
      // Those of sections that passed are folded, which needs no script.
      expect(await rows.filter({ visible: true }).count()).toBeGreaterThan(100);
      expect(await plain.locator('.scripted:visible').count()).toBe(0);
      await context.close();
    });
  },
);
