import type { Page } from 'playwright-core';

/** A picture of what a consumer saw. */
export interface Shot {
  readonly caption: string;
  /** JPEG, in base64. */
  readonly jpeg: string;
}

/** Pictures of one launch, in their order. */
export interface Film {
  readonly shots: readonly Shot[];
  /** Takes a picture of a page; nothing where the page is gone. */
  take(page: Page, caption: string): Promise<void>;
}

/** What no picture shows: what is typed into these fields, and these texts wherever a page repeats them. */
export interface Hidden {
  readonly selectors: readonly string[];
  readonly texts: readonly string[];
}

/** More than the moments of a launch. */
const mostShots = 8;
/** A page of a checkout takes a tenth of it; a larger picture is left out. */
const mostBytes = 200_000;
/** A page that never stops loading gives no picture. */
const waitMs = 3000;

/** Takes pictures of a launch in which no consumer can be known. */
export function filmOf({ selectors, texts }: Hidden): Film {
  const shots: Shot[] = [];
  return {
    shots,
    async take(page, caption) {
      if (shots.length >= mostShots) return;
      const mask = page
        .frames()
        .flatMap((frame) => [
          ...selectors.map((one) => frame.locator(one)),
          ...texts.filter((one) => one !== '').map((one) => frame.getByText(one)),
        ]);
      const picture = await page
        .screenshot({ type: 'jpeg', quality: 60, scale: 'css', mask, maskColor: '#808080', timeout: waitMs })
        // The window was closed meanwhile, or does not come to rest.
        .catch(() => undefined);
      if (picture !== undefined && picture.length <= mostBytes)
        shots.push({ caption, jpeg: picture.toString('base64') });
    },
  };
}
