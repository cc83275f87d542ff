import { html, type Html, type Part } from '../html.ts';

/** What surrounds a drawing. */
export interface Frame {
  /** What it shows, for screen readers; also the caption where none is given. */
  readonly title: string;
  readonly caption?: Part;
  /** Where the same can be read: `the table below says the same`. */
  readonly same: string;
  readonly width: number;
  readonly height: number;
  /** Space around it. Default 0. */
  readonly margin?: number;
  /** Whether it is drawn smaller where it is too wide. Default: it scrolls. */
  readonly fits?: boolean;
}

/** A drawing in SVG that scrolls, or fits, where it is too wide, with its caption above and `below` below. */
export function figure(
  { title, caption = title, same, width, height, margin = 0, fits = false }: Frame,
  drawn: Part,
  below?: Part,
): Html {
  const wide = Math.ceil(width) + 2 * margin;
  const high = Math.ceil(height) + 2 * margin;
  const svg = html`<svg
    role="img"
    aria-label="${title}; ${same}"
    width="${wide}"
    height="${high}"
    viewBox="${-margin} ${-margin} ${wide} ${high}"
  >
    ${drawn}
  </svg>`;
  return html`<figure class="${fits && 'fits'}">
    <figcaption>${caption}</figcaption>
    ${fits ? svg : html`<div class="scroll" role="region" tabindex="0" aria-label="${title}">${svg}</div>`}
    ${below}
  </figure>`;
}
