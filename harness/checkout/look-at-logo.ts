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

/** The forms of a logo that the document names (legacy, Checkout app, Logo). */
export type LogoForm = 'png' | 'jpg' | 'gif';

/** Logos of a shop, each a chessboard, in base64: a square of 184 by 184 pixels as PNG, 184 by 92 as JPEG, and 92 by 184 as GIF (legacy, Checkout app, Logo). */
export const logos: Readonly<Record<LogoForm, { readonly type: string; readonly base64: string }>> = {
  png: {
    type: 'image/png',
    base64:
      'iVBORw0KGgoAAAANSUhEUgAAALgAAAC4CAAAAAB1WHkbAAAAt0lEQVR42u3asREAQARFQeXov8HTgMsNKxZs/OZH9vf6m/Md4ODg4ODg4ODg4ODg4ODgW+DjhZ9vcHBwcHBwcHBwcHBwcHDwNXBBCBwcHBwcHBwcHBwcHBwc3HpCyQIHBwcHBwcHBwcHBwcHt54QhMDBwcHBwcHBwcHBwcHBwa0nlCxwcHBwcHBwcHBwcHBwcOsJQQgcHBwcHBwcHBwcHBwcHNx6QskCBwcHBwcHBwcHBwcHBz8JL9E5N1WpQgCOAAAAAElFTkSuQmCC',
  },
  jpg: {
    type: 'image/jpeg',
    base64:
      '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCABcALgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAMEBf/EACYQAQAABQUAAgEFAAAAAAAAAAABAxRSoQVDgcHRERIEEyIkQXH/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AxAAAAAAAAAANunbnHbE26ducdg2gAAAAAAAAAAA4oAAAAAAAAADbp25x2xNunbnHYNoAAAAAAAAAAAOKL0k+zMPSkn2Zh6CAvST7Mw9KSfZmHoIC9JPszD0pJ9mYeggL0k+zMPSkn2Zh6CAvST7Mw9KSfZmHoINunbnHaNJPszD1b8f+L9v1/wBv2+Pj+/n4/wABtEKuRfiPhVyL8R8BcQq5F+I+FXIvxHwFxCrkX4j4Vci/EfAXEKuRfiPhVyL8R8BcQq5F+I+FXIvxHwFxCrkX4j4AuAAAAAAAAAAxajt89NrFqO3z0DEAAAAAAAAAAADtAAAAAAAAAAMWo7fPTaxajt89AxAAAAAAAAAAAA7QAAAAAAAAADFqO3z02sWo7fPQMQAAAAAAAAAAAP/Z',
  },
  gif: {
    type: 'image/gif',
    base64:
      'R0lGODlhXAC4AJEAAAAAAP///wAAAAAAACwAAAAAXAC4AAAC/4SPqcsNAaOctNobnN4c+w9y4oiA5imRaoe23wo37nzFdkLn080/+t+7/YDB2FBXNB5pSdiS2VQ9Z1HptFUlXbFZ0RbV9X5NYdb4VdacQ2nHGt1mvD1x2bxWX9zxedy+0qfwBxhYMrhTeHCImOizCNFo8BgR6fhYOQkZmZmxmYn56TkJOip6abpIetrIqZqKeugaCzsoW0v7Z5uLu6fby3vnGww8J1xM/GacjLym3Mx85hwNPSZdTf1lnY29pd3NfeUdDj4lXk7+ZJ6OvqTezn7kHg8/JF9PT8Qaql/Kv5rYCh8SgTns5QO4D2E/hf8KBfT3CuIsibcoctpl8VfGYcsbj3Vc9vFZyGkjr5XcdvJbynErz7Vc9/JdzHkz79U86DBhzoU7GwZ6yDBi0IlDKxbFeFRjUo5LPTYF+VRkVJJTTVZFeVVlVpZbXXaF+VVmWJpjbZbF+VNnWp5rffYB2lNoXKJzjdZFeldpXqZ7nfaF+ldqYKqDrRbGelhrYq6LvTYG+1hsZLKTzVZG+1ZtZrab3eaB21ZuaLqj7ZbGe1pvar6r/bYG/FpwbMKzDddGfFtxbsa7HfeG/FtycMrDLRfH/Flzcs7LPdcpAAA7',
  },
};
