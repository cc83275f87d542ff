import type { Locator } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';

/** In what the dialog shows the logo of the page; `unsure` where something on it or around it may make it round. */
export type LogoFrame = 'round' | 'square' | 'unsure';

/**
 * What is run in the dialog, as text since it is no code of ours that runs there: where something visible refers to the logo of the page, shadow trees
 * and pseudo-elements too, whether it is shown in a round frame. Undefined where nothing does: it may be drawn, or come by another address.
 */
export const frameOfLogo = `(logoUrl) => {
  const deep = (root) => [...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? [one, ...deep(one.shadowRoot)] : [one]));
  const all = deep(document).filter((one) => one.getClientRects().length > 0);
  const styles = (one) => [null, '::before', '::after'].map((part) => getComputedStyle(one, part));
  const refers = (text) => typeof text === 'string' && [logoUrl, encodeURIComponent(logoUrl)].some((one) => text.includes(one));
  const shows = (one) =>
    [one.src, one.currentSrc, one.data, one.href?.baseVal].some(refers) ||
    styles(one).some((style) => [style.backgroundImage, style.content, style.listStyleImage, style.borderImageSource].some(refers));
  const found = all.find(shows);
  if (found === undefined) return undefined;
  const cuts = ({ clipPath, maskImage }) => clipPath !== 'none' || !['none', ''].includes(maskImage);
  const curved = (one, { borderTopLeftRadius: radius }, share) => {
    const { width } = one.getBoundingClientRect();
    const long = radius.endsWith('%') ? (Number.parseFloat(radius) / 100) * width : Number.parseFloat(radius);
    return width > 0 && long >= width * share;
  };
  const outer = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host;
  const isRound = (one, left) =>
    one instanceof Element && left > 0 && (styles(one).some((style) => cuts(style) || curved(one, style, 0.4)) || isRound(outer(one), left - 1));
  if (isRound(found, 4)) return 'round';
  const box = found.getBoundingClientRect();
  const isOnIt = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  const drawn = ['svg', 'canvas', 'img', 'video', 'object', 'iframe', 'embed'];
  const mayRound = (one) =>
    (one !== found && drawn.includes(one.localName)) ||
    styles(one).some((style, part) => cuts(style) || curved(one, style, 0.1) || style.backgroundImage !== 'none' || (part > 0 && style.content !== 'none'));
  return all.some((one) => isOnIt(one) && mayRound(one)) ? 'unsure' : 'square';
}`;

/** How often is looked until the logo is there, and how long between. */
const looks = 20;
const betweenMs = 100;

/** How the window or frame of an element shows a logo; undefined where it went away, or shows nothing that refers to it. */
export async function lookAtLogo(dialog: Locator, logoUrl: string): Promise<LogoFrame | undefined> {
  const frame = await dialog
    .elementHandle()
    .then((element) => element?.ownerFrame())
    .catch(() => undefined);
  if (!frame) return undefined;
  const asked = `(${frameOfLogo})(${JSON.stringify(logoUrl)})`;
  for (let look = 0; look < looks; look += 1) {
    const seen = await frame.evaluate<LogoFrame | undefined>(asked).catch(() => undefined);
    if (seen !== undefined) return seen;
    await sleep(betweenMs);
  }
  return undefined;
}
