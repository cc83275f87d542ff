import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What keeps readers out of a page, by axe, with its rule about how large a target of touch is: 24 px, or that much room around it. */
export async function keptOut(
  page: Page,
): Promise<readonly (readonly [rule: string, html: string | undefined])[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })`,
  );
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

/**
 * The words that stand on two lines, with the text around them. What is shown as it was sent has no words, and a number of
 * thirty characters is none.
 */
export async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement.closest('script, style, svg, pre, samp, .digests') !== null) continue;
      for (const word of text.data.matchAll(/(?<![\\p{L}\\p{N}])\\p{L}{2,29}(?![\\p{L}\\p{N}])/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const rows = Array.from(range.getClientRects()).filter(({ width }) => width > 0);
        if (new Set(rows.map(({ top }) => Math.round(top))).size > 1) found.push(word[0] + ': ' + text.data.trim().slice(0, 80));
      }
    }
    return found;
  })()`);
}
