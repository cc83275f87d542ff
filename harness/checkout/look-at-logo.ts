import type { Locator } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the dialog shows of a logo. */
export interface ShownLogo {
  /** How the logo of the page is shown; absent where nothing refers to it. */
  readonly ofPage?: { readonly isLoaded: boolean; readonly isRound: boolean };
  /** Whether any picture is shown, whosever it is. */
  readonly hasPicture: boolean;
}

type Pictures = ShownLogo & { readonly isLoading: boolean };

/** What is run in the dialog, as text since it is no code of ours that runs there: pictures, and whether they or what is around them has round corners. */
export const pictures = `(logoUrl) => {
  const all = [...document.querySelectorAll('*')].filter((one) => one.getClientRects().length > 0);
  const images = all.filter((one) => one instanceof HTMLImageElement);
  const backgroundOf = (one) => getComputedStyle(one).backgroundImage;
  const isLoaded = (one) => one.complete && one.naturalWidth > 0;
  const refers = (text) => [logoUrl, encodeURIComponent(logoUrl)].some((one) => text.includes(one));
  const found = images.find((one) => refers(one.src) || refers(one.currentSrc)) ?? all.find((one) => refers(backgroundOf(one)));
  const isRound = (one, left) => {
    if (one === null || left === 0) return false;
    const { borderTopLeftRadius: radius, clipPath, maskImage } = getComputedStyle(one);
    const { width } = one.getBoundingClientRect();
    const long = radius.endsWith('%') ? (Number.parseFloat(radius) / 100) * width : Number.parseFloat(radius);
    const isCut = clipPath !== 'none' || (maskImage !== 'none' && maskImage !== '');
    return isCut || (width > 0 && long >= width * 0.4) || isRound(one.parentElement, left - 1);
  };
  return {
    ...(found !== undefined && {
      ofPage: { isLoaded: !(found instanceof HTMLImageElement) || isLoaded(found), isRound: isRound(found, 4) },
    }),
    hasPicture:
      images.some(isLoaded) ||
      all.some((one) => ['svg', 'canvas', 'object', 'video'].includes(one.localName)) ||
      all.some((one) => backgroundOf(one).includes('url(')),
    isLoading: images.some((one) => !one.complete),
  };
}`;

/** How often is looked until the pictures are there, and how long between. */
const looks = 20;
const betweenMs = 100;

/** What the window or frame of an element shows of a logo; undefined where it went away. */
export async function lookAtLogo(dialog: Locator, logoUrl: string): Promise<ShownLogo | undefined> {
  const frame = await dialog
    .elementHandle()
    .then((element) => element?.ownerFrame())
    .catch(() => undefined);
  const asked = `(${pictures})(${JSON.stringify(logoUrl)})`;
  let seen: Pictures | undefined;
  for (let look = 0; look < looks; look += 1) {
    seen = await frame?.evaluate<Pictures>(asked).catch(() => undefined);
    if (seen === undefined || (!seen.isLoading && seen.hasPicture)) break;
    await sleep(betweenMs);
  }
  if (seen === undefined) return undefined;
  const { ofPage, hasPicture } = seen;
  return { hasPicture, ...(ofPage !== undefined && { ofPage }) };
}
