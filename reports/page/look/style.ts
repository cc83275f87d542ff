import { letterPx } from '../../timeline/letters.ts';

/** The page's style sheet for light and dark screens and phones. Nothing is said by colour alone. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --shade: #f4f6f8; --card: #ffffff;
  --pass: #116329; --fail: #b3151d; --warn: #7a4d00; --none: #57606a; --accent: #0a53b8; --mark: #ffe3e1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11151a; --ink: #e6edf3; --soft: #9aa4af; --line: #2d343d; --shade: #1a2027; --card: #151a20;
    --pass: #5fd38a; --fail: #ff8b85; --warn: #e8b450; --none: #9aa4af; --accent: #7ab7ff; --mark: #4a1d1f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
body > * { max-width: 80rem; margin-inline: auto; padding-inline: 1rem; }
h1, h2, h3, h4, h5, p, li, dd, th, td, summary, label { overflow-wrap: break-word; }
h1, h2, h3, h4, h5 { line-height: 1.25; }
h1 { font-size: 1.7rem; margin: .1rem 0 .4rem; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .8rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { font-size: 1.05rem; margin: 1rem 0 .3rem; }
h4, h5, summary h3 { display: inline; font-size: .95rem; margin: 0; }
h5 { display: block; font-size: .8rem; color: var(--soft); margin: .6rem 0 .2rem; }
p { margin: .3rem 0; }
a { color: var(--accent); }
code, pre, samp { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .86em; }
code, samp { unicode-bidi: isolate; overflow-wrap: break-word; }
pre { background: var(--shade); padding: .6rem .75rem; margin: .2rem 0; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: inherit; font-weight: 700; }
table { border-collapse: collapse; width: 100%; font-size: .87rem; }
caption { text-align: start; color: var(--soft); padding-block: .3rem; }
caption b { color: var(--ink); }
th, td { text-align: start; vertical-align: top; padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
tbody th { font-weight: 400; }
thead th { color: var(--soft); font-weight: 600; overflow-wrap: normal; }
tfoot th, tfoot td { font-weight: 700; border-bottom: 0; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .4rem; z-index: 2; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); }
.pass, .conformant { color: var(--pass); }
.fail, .nonconformant, .untested { color: var(--fail); }
.warn, .inconclusive { color: var(--warn); }
.not_applicable { color: var(--none); }
.verdict { font-weight: 700; }
.print-only { display: none; }
header { padding-block: .9rem .6rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); gap: .6rem 2.5rem; align-items: center; }
.totals { display: flex; flex-wrap: wrap; gap: 0 1.2rem; align-items: baseline; margin-top: .6rem; }
.totals b { font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.broken { list-style: none; margin: .4rem 0 0; padding: 0; font-size: .87rem; }
.broken li { padding-block: .1rem; }
.broken code { font-weight: 700; }
.verdict-bar { width: 100%; height: .6rem; border-radius: 3px; }
.verdict-bar .pass { fill: var(--pass); }
.verdict-bar .fail { fill: var(--fail); }
.verdict-bar .warn { fill: var(--warn); }
.verdict-bar .untested { fill: var(--mark); stroke: var(--fail); }
.verdict-bar .not_applicable { fill: var(--line); }
.facts { margin: 0; font-size: .83rem; line-height: 1.45; }
.facts div { display: flex; gap: .6rem; }
.facts dt { color: var(--soft); flex: 0 0 5rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; min-width: 0; }
nav { position: sticky; top: 0; background: var(--paper); border-bottom: 1px solid var(--line); z-index: 1; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.2rem; list-style: none; padding: .35rem 0; margin: 0; }
nav li { padding-block: .1rem; }
.documents { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 2.5rem; align-items: start; }
.counts { font-size: .8rem; line-height: 1.3; }
.counts th, .counts td { padding-block: .1rem; }
.counts tbody tr { height: 1.55rem; }
#sections h2 { font-size: 1rem; margin: .5rem 0 0; border: 0; padding: 0; }
#sections caption { padding-block: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-inline-start: 4px solid var(--fail); border-radius: 6px; padding: .1rem 1rem .7rem; margin-block: .9rem; color: var(--ink); }
.card.warn { border-inline-start-color: var(--warn); }
.sequence { border-top: 1px solid var(--line); margin: .6rem 0 0; padding-top: .4rem; }
.sequence > :not(summary) { margin-block: .5rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1rem; }
.pair > div { min-width: 0; }
.filters { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; border: 1px solid var(--line); border-radius: 6px; margin: 1.5rem 0 0; padding: .5rem .8rem; font-size: .9rem; }
.filters fieldset { display: flex; flex-wrap: wrap; gap: 0 1rem; border: 0; margin: 0; padding: 0; min-width: 0; }
.filters legend { float: inline-start; padding: 0 .6rem 0 0; color: var(--soft); }
.filters input[type=checkbox] { inline-size: 1.5rem; block-size: 1.5rem; vertical-align: middle; margin: 0; }
.filters input[type=search], .filters select { font: inherit; padding: .2rem .4rem; max-width: 100%; width: 16rem; }
button { font: inherit; font-size: .87rem; padding: .2rem .7rem; min-height: 1.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--shade); color: var(--ink); cursor: pointer; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin: .4rem 0; }
details { margin-block: .5rem; }
summary { cursor: pointer; min-height: 1.6rem; padding-block: .1rem; }
.scripted { display: none; }
.has-script .scripted { display: flex; }
[hidden] { display: none !important; }
.rows td:first-child { white-space: nowrap; width: 7.5rem; }
.points td:first-child { white-space: normal; }
.rows caption { position: absolute; left: -99rem; }
.text { display: block; }
.not-tested td:first-child { white-space: nowrap; }
.differences { table-layout: fixed; }
.digests code, .facts samp { overflow-wrap: anywhere; }
:is(td, th, li) a { display: inline-block; padding-block: .15rem; }
figure { margin: .6rem 0; }
figcaption { color: var(--soft); font-size: .87rem; }
.film { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.film img { max-width: 100%; width: 18rem; height: auto; border: 1px solid var(--line); }
svg { display: block; }
svg text { fill: var(--ink); font: ${letterPx}px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
svg .soft { fill: var(--soft); }
svg .axis { stroke: var(--soft); stroke-width: 1.5; }
svg .compressed { stroke-dasharray: 3 4; }
svg .lead { stroke: var(--line); }
svg .mark { fill: var(--accent); }
svg .mark.notification { fill: var(--pass); }
svg .mark.due { fill: var(--fail); }
svg text.due { fill: var(--fail); font-weight: 700; }
svg .bar { fill: var(--accent); }
svg .node { fill: var(--shade); stroke: var(--soft); }
svg .edge { fill: none; stroke: var(--pass); }
svg .head { fill: var(--pass); }
svg text.name { font-weight: 700; }
svg text.label { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg path.edge.never { stroke: var(--warn); stroke-dasharray: 5 4; }
svg path.head.never { fill: var(--warn); }
svg text.never { fill: var(--warn); font-weight: 700; }
svg path.edge.wrong { stroke: var(--fail); }
svg path.head.wrong { fill: var(--fail); }
svg text.wrong { fill: var(--fail); font-weight: 700; }
.fits svg { max-width: 100%; height: auto; }
@media (min-width: 60rem) { .machine { display: grid; grid-template-columns: 27rem 1fr; gap: 0 1.5rem; align-items: start; } }
.night { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 2.5rem; align-items: start; }
.night > * { min-width: 0; }
.changes th { white-space: nowrap; }
.changes ul { margin: 0; padding-inline-start: 1rem; }
.changes details { margin: 0; }
.sightings { margin-block-end: 1.2rem; }
.sightings td { white-space: nowrap; }
svg rect.plot, svg circle.plot { fill: var(--accent); }
svg path.plot { fill: none; stroke: var(--accent); stroke-width: 1.5; }
svg rect.plot.violations { fill: var(--fail); }
svg .plot.coverage { fill: var(--pass); }
svg path.plot.coverage { fill: none; stroke: var(--pass); }
.machine svg { width: 100%; max-width: 27rem; }
.machine > * { min-width: 0; }
.states { font-size: .8rem; }
.states th { min-width: 7rem; }
.states td:nth-child(2) { min-width: 11rem; }
.edge-row { display: block; }
@media (max-width: 40rem) {
  th, td { padding: .2rem .25rem; }
  nav { position: static; }
  .broken li { padding-block: .3rem; }
  .counts { font-size: .78rem; }
  .counts thead th.number { font-size: .68rem; vertical-align: bottom; }
  :is(.rows, .not-tested, .states, .sightings, .inputs, .differences, .index) :is(thead) { position: absolute; left: -99rem; }
  :is(.rows, .not-tested, .states, .sightings, .inputs, .differences, .index), :is(.rows, .not-tested, .states, .sightings, .inputs, .differences, .index) :is(tbody, tr, td, th) { display: block; border: 0; padding: .1rem 0; text-align: start; width: auto; }
  .states th, .inputs th { font-weight: 700; }
  :is(.states, .not-tested, .sightings, .inputs, .differences, .index) caption { display: block; }
  :is(.rows, .not-tested, .states, .sightings, .inputs, .differences, .index) tr { border-bottom: 1px solid var(--line); padding-block: .4rem; }
  :is(.rows, .states, .inputs, .differences, .index) td[data-label]:not(:empty)::before, .sightings td::before { content: attr(data-label) ": "; color: var(--soft); }
}
`;

/** The page on A4: what a certifier files. Everything is there, and what passed takes little room. */
export const printStyle = `
@page { size: A4; margin: 12mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --shade: #fff; --card: #fff; --pass: #064; --fail: #900; --warn: #640; --none: #444; --accent: #000; --mark: #eee; }
  body { font-size: 8.5pt; line-height: 1.35; }
  body > * { max-width: none; padding-inline: 0; }
  header { padding-block: 0; }
  h1 { font-size: 15pt; }
  h2 { font-size: 11.5pt; margin: 4mm 0 2mm; break-after: avoid; }
  h3 { font-size: 9.5pt; break-after: avoid; }
  h4, summary h4 { font-size: 9pt; }
  h5 { font-size: 7.5pt; break-after: avoid; }
  a { color: inherit; text-decoration: none; }
  nav, .filters, .actions, .skip, .has-script .scripted, .screen-only { display: none; }
  .print-only { display: block; }
  table { font-size: 7.2pt; line-height: 1.25; }
  th, td { padding: .3mm 1.5mm; }
  pre { border: 1px solid var(--line); font-size: 7pt; }
  tr, figure { break-inside: avoid; }
  .documents { grid-template-columns: 1fr 1fr; gap: 0 6mm; }
  .counts { font-size: 6.8pt; }
  .counts th, .counts td { padding-block: .1mm; padding-inline: .8mm; }
  header { grid-template-columns: 1fr 1fr; align-items: start; }
  .broken { font-size: 7.5pt; }
  .broken li { padding: 0; }
  .counts tbody tr { height: auto; }
  :is(td, th, li) a { display: inline; }
  summary { min-height: 0; padding: 0; }
  .facts { font-size: 7.5pt; }
  .scroll { overflow: visible; }
  svg { max-width: 100%; height: auto; }
  .verdict-bar { height: 2mm; }
  details::details-content { content-visibility: visible; }
  .register { columns: 3; column-gap: 5mm; }
  .register details { margin: 0 0 1.5mm; }
  .register summary { break-after: avoid; font-size: 7.5pt; list-style: none; }
  .register summary h3 { font-size: 7.5pt; }
  .rows, .rows tbody, .rows tr, .rows th, .rows td { display: block; border: 0; padding: 0; width: auto; text-align: start; }
  .rows thead { display: none; }
  .rows tr { border-bottom: 1px solid var(--line); font-size: 6.5pt; line-height: 1.2; }
  .rows td.number { display: none; }
  .rows td.verdict { float: inline-end; padding-inline-start: 2mm; }
  .pass-row .text, .not_applicable-row .text, .points .text { display: none; }
  .points tbody { columns: 3; column-gap: 5mm; }
  .machine { display: grid; align-items: start; grid-template-columns: 2fr 3fr; gap: 0 4mm; }
  .states { font-size: 6.5pt; }
  .states th, .states td { padding: .2mm .8mm; min-width: 0 !important; }
  figcaption { font-size: 7.5pt; }
  .night { grid-template-columns: 3fr 2fr; gap: 0 6mm; }
  .points tr { break-inside: avoid; }
  .points td { padding-inline-start: 3mm; }
}
`;
