/** The size of the letters in a drawing, px. */
export const letterPx = 11;

/**
 * What a letter takes in a drawing, in the widest and the tallest of the fonts that a page may get, px. Browsers round each to whole pixels: some
 * give 0.62 of the size to a width, and Noto Sans Mono has 1.07 of it above the line of the letters, and 0.29 below.
 */
export const charWidth = 7;
export const ascent = 12;
export const descent = 4;

/** How wide a text may be drawn, px. East Asian characters are twice as wide. */
export function textWidth(text: string): number {
  let columns = 0;
  for (const char of text) columns += char.charCodeAt(0) < 0x1100 ? 1 : 2;
  return columns * charWidth;
}
