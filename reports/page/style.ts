/** The page's style sheet, for light and dark screens, phones and paper. Nothing is said by colour alone. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --shade: #f4f6f8;
  --pass: #116329; --fail: #b3151d; --warn: #7a4d00; --none: #57606a; --accent: #0a53b8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11151a; --ink: #e6edf3; --soft: #9aa4af; --line: #343b44; --shade: #1a2027;
    --pass: #5fd38a; --fail: #ff8b85; --warn: #e8b450; --none: #9aa4af; --accent: #7ab7ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
body > * { max-width: 76rem; margin-inline: auto; padding-inline: 1rem; }
h1, h2, h3, h4 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { margin-top: 1.5rem; }
a { color: var(--accent); }
code, pre, samp, .data { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .85em; }
code, samp, .data { unicode-bidi: isolate; overflow-wrap: anywhere; }
pre { background: var(--shade); padding: .75rem; overflow: auto; max-height: 30rem; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: start; color: var(--soft); padding-block: .3rem; }
th, td { text-align: start; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.rows tbody th { font-weight: 400; }
.rows caption { position: absolute; left: -99rem; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .4rem; z-index: 1; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; padding: 0; }
.verdict { font-weight: 700; white-space: nowrap; }
.pass, .conformant { color: var(--pass); }
.fail, .nonconformant { color: var(--fail); }
.warn, .inconclusive { color: var(--warn); }
.untested { color: var(--fail); }
.not_applicable { color: var(--none); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem 1.5rem; margin: 1rem 0; }
.facts dt { color: var(--soft); font-size: .85rem; }
.facts dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.failure { border: 1px solid var(--line); border-inline-start: 4px solid var(--fail); border-radius: 6px; padding: .2rem 1rem 1rem; margin-block: 1rem; }
.failure.unsteady { border-inline-start-color: var(--warn); }
.failure h3 { margin-top: .8rem; }
.rule { margin: .2rem 0; }
.soft { color: var(--soft); }
.filters { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0; padding: .6rem 1rem; }
.filters input[type=search] { font: inherit; padding: .3rem .5rem; min-width: 12rem; max-width: 100%; }
button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--shade); color: var(--ink); cursor: pointer; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; margin: .8rem 0; }
details { margin-block: .6rem; }
summary { cursor: pointer; }
.scripted { display: none; }
.has-script .scripted { display: flex; }
svg { display: block; }
svg text { fill: var(--ink); font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
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
svg text.refused { fill: var(--warn); }
svg text.name { font-weight: 700; }
svg text.label { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg path.edge.never { stroke: var(--fail); stroke-dasharray: 5 4; }
svg path.head.never { fill: var(--fail); }
svg text.never { fill: var(--fail); font-weight: 700; }
@media (max-width: 40rem) {
  th, td { padding: .3rem; }
  .rows thead { position: absolute; left: -99rem; }
  .facts { grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); }
  .rows, .rows tbody, .rows tr, .rows td, .rows th { display: block; border: 0; padding: .1rem 0; text-align: start; }
  .rows tr { border-bottom: 1px solid var(--line); padding-block: .5rem; }
  .rows td[data-label]:not(:empty)::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #999; --shade: #fff; --pass: #064; --fail: #900; --warn: #640; }
  nav, .filters, .actions, .skip, .has-script .scripted { display: none; }
  pre { max-height: none; white-space: pre-wrap; }
  .failure, tr { break-inside: avoid; }
  .scroll { overflow: visible; }
}
`;
