import { html, type Html } from '../page/html.ts';

/** What a sign stands for. */
export type Sign = 'cross' | 'tick' | 'warning' | 'unknown' | 'none' | 'absent';

const letters = { warning: '!', unknown: '?', none: '·', absent: '–' } as const;
const strokes = { cross: 'M2 2L8 9M8 2L2 9', tick: 'M1 6L4 9L9 2' } as const;

/** A sign beside words that say the same. A cross and a tick are drawn, since some machines have no font with them, and show one box for both. */
export function drawnSign(sign: Sign): Html {
  if (sign !== 'cross' && sign !== 'tick') return html`${letters[sign]}`;
  return html`<svg class="sign ${sign}" viewBox="0 0 10 11" aria-hidden="true">
    <path d="${strokes[sign]}" />
  </svg>`;
}
