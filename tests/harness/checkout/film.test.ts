import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filmOf } from '../../../harness/checkout/launched.ts';
import { startChromium, withoutChromium } from '../../support/targets/chromium.ts';

describe.skipIf(withoutChromium !== '')(`the pictures of a launch${withoutChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await startChromium()));
  afterAll(() => browser.close());

  /** The picture of a page that repeats what a consumer has typed. */
  async function pictureOf(typed: string, hidden: Parameters<typeof filmOf>[0]): Promise<string | undefined> {
    const page = await browser.newPage();
    await page.setContent(`<input id="a" style="width: 20em"><p style="width: 20em">${typed}</p>`);
    await page.locator('#a').fill(typed);
    const film = filmOf(hidden);
    await film.take(page, 'typed');
    await page.close();
    return film.shots[0]?.jpeg;
  }

  test('do not tell what was typed, nor what of it the page repeats', async () => {
    const [mia, noa] = ['mia@example.com', 'noa@example.com'] as const;
    const hide = (typed: string) => ({ selectors: ['#a'], texts: [typed] });
    expect(await pictureOf(mia, hide(mia))).toBe(await pictureOf(noa, hide(noa)));
    const nothing = { selectors: [], texts: [] };
    expect(await pictureOf(mia, nothing)).not.toBe(await pictureOf(noa, nothing));
  });

  test('are none of a page that is gone', async () => {
    const page = await browser.newPage();
    await page.close();
    const film = filmOf({ selectors: [], texts: [] });
    await film.take(page, 'gone');
    expect(film.shots).toEqual([]);
  });
});
