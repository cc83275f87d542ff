import { style } from '../page/look/style.ts';

/** The style sheet of a fleet's site: that of a run's page, and its two wide tables. On a phone each target is a card. */
export const fleetStyle = `${style}
body > * { max-width: 96rem; }
header { display: block; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.wide table { width: auto; font-size: .8rem; }
.wide th, .wide td { padding: .15rem .3rem; white-space: nowrap; }
.wide thead th { vertical-align: bottom; }
.wide tbody th, .wide thead .corner { position: sticky; left: 0; background: var(--paper); z-index: 1; border-inline-end: 1px solid var(--line); }
.wide tbody th { font-weight: 600; min-width: 11rem; max-width: 16rem; white-space: normal; }
.wide .upright { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 13rem; overflow-wrap: anywhere; white-space: normal; text-align: start; font-weight: 400; padding: .3rem .1rem; }
.wide .document { text-align: start; border-inline-start: 1px solid var(--line); }
.wide .first { border-inline-start: 1px solid var(--line); }
.cell { text-align: center; font-variant-numeric: tabular-nums; }
.cell a { color: inherit; text-decoration: none; display: block; padding: .1rem; border-radius: 3px; }
.cell a:hover { text-decoration: underline; }
.cell.fail { background: var(--mark); font-weight: 700; }
.cell.untested { font-weight: 700; }
.state { display: block; font-weight: 400; font-size: .78rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0 1.4rem; list-style: none; padding: 0; }
.cards { display: none; list-style: none; padding: 0; }
.cards li > ul { padding-inline-start: 1.1rem; }
.cards .card.conformant { border-inline-start-color: var(--pass); color: var(--ink); }
.cards .card.inconclusive { border-inline-start-color: var(--warn); color: var(--ink); }
svg.sign { display: inline-block; width: .75em; height: .8em; fill: none; stroke: currentColor; stroke-width: 1.6; }
.badge { display: block; height: 20px; }
@media (max-width: 48rem) {
  .sections-table { display: none; }
  .cards { display: block; }
  .wide tbody th { min-width: 7rem; max-width: 9rem; }
}
`;
