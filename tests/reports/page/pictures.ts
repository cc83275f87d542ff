import type { Page } from 'playwright-core';

/** How a font draws its letters, in parts of their size. */
export interface FontMeasures {
  readonly name: string;
  readonly width: number;
  readonly above: number;
  readonly below: number;
}

/** What is drawn in a picture, in its own units. */
export interface Drawn {
  readonly what: string;
  readonly isText: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A picture of a page with its texts, boxes and marks, as large as a font makes them. */
export interface Picture {
  readonly name: string;
  readonly paper: Drawn;
  readonly parts: readonly Drawn[];
}

/** The pictures of a page that have words, as this font draws them. The size of the letters is that of the style sheet. */
export function picturesOf(html: string, font: FontMeasures): readonly Picture[] {
  const size = Number(/svg text \{[^}]*font: (\d+)px/.exec(html)?.[1]);
  return [...html.matchAll(/<svg\s+role="img"(.*?)>(.*?)<\/svg>/gs)].map(([, head = '', inner = '']) => {
    const [left = 0, top = 0, width = 0, height = 0] = (attribute(head, 'viewBox') ?? '')
      .split(' ')
      .map(Number);
    const paper = { what: 'paper', isText: false, left, top, right: left + width, bottom: top + height };
    return {
      name: attribute(head, 'aria-label') ?? '',
      paper,
      parts: [...texts(inner, size, font), ...shapes(inner)],
    };
  });
}

/** What is not within the paper. */
export function outside({ paper, parts }: Picture): readonly string[] {
  return parts
    .filter(
      ({ left, right, top, bottom }) =>
        left < paper.left || right > paper.right || top < paper.top || bottom > paper.bottom,
    )
    .map(({ what }) => what);
}

/** Texts that stand on others. Line boxes may meet: letters do not fill them. */
export function overlapping({ parts }: Picture): readonly string[] {
  const words = parts.filter(({ isText }) => isText);
  return words.flatMap((one, index) =>
    words
      .slice(index + 1)
      .filter((other) => one.left < other.right && other.left < one.right && covers(one, other))
      .map((other) => `${one.what} / ${other.what}`),
  );
}

/** Of the height of a line: two lines that stand closer than their boxes are high still can be read. */
const shared = 0.2;

function covers(one: Drawn, other: Drawn): boolean {
  const common = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return common > shared * (one.bottom - one.top);
}

function texts(inner: string, size: number, { width, above, below }: FontMeasures): readonly Drawn[] {
  return [...inner.matchAll(/<text(.*?)>(.*?)<\/text/gs)].map(([, head = '', content = '']) => {
    const what = content.replaceAll(/&[#\w]+;/g, '.').trim();
    // Browsers round what a font has of a line, and some of them the width of a letter.
    const long = what.length * Math.ceil(size * width);
    const [x, y] = [Number(attribute(head, 'x')), Number(attribute(head, 'y'))];
    const left = x - long * ({ middle: 0.5, end: 1 }[attribute(head, 'text-anchor') ?? ''] ?? 0);
    const [top, bottom] = [y - Math.round(size * above), y + Math.round(size * below)];
    return { what, isText: true, left, right: left + long, top, bottom };
  });
}

function shapes(inner: string): readonly Drawn[] {
  return [...inner.matchAll(/<(rect|circle)(.*?)\/>/gs)].map(([, name = '', head = '']) => {
    const of = (one: string): number => Number(attribute(head, one) ?? 0);
    const [wide, high] = name === 'rect' ? [of('width'), of('height')] : [2 * of('r'), 2 * of('r')];
    const [left, top] = name === 'rect' ? [of('x'), of('y')] : [of('cx') - of('r'), of('cy') - of('r')];
    return { what: name, isText: false, left, top, right: left + wide, bottom: top + high };
  });
}

function attribute(head: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(head)?.[1];
}

/** The pictures that have words, as a browser has drawn them: how wide each is, how many parts it has, and those that leave it by more than a pixel. */
export function drawnIn(page: Page): Promise<readonly DrawnPicture[]> {
  return page.evaluate<
    readonly DrawnPicture[]
  >(`Array.from(document.querySelectorAll('svg[role=img]'), (svg) => {
    const box = svg.getBoundingClientRect();
    const parts = Array.from(svg.querySelectorAll('text, rect, circle'), (part) => [part, part.getBoundingClientRect()]);
    const outside = parts.filter(([, { left, right, top, bottom }]) =>
      left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1);
    return { width: box.width, parts: parts.length, outside: outside.map(([part]) => part.outerHTML) };
  })`);
}

export interface DrawnPicture {
  readonly width: number;
  readonly parts: number;
  readonly outside: readonly string[];
}
