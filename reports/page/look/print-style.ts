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
  a { color: inherit; text-decoration: none; }
  nav, .filters, .actions, .skip, .has-script .scripted, .first-seen { display: none; }
  .print-only { display: block; }
  table { font-size: 7.2pt; line-height: 1.25; }
  th, td { padding: .3mm 1.5mm; }
  pre { border: 1px solid var(--line); font-size: 7pt; }
  tr, figure { break-inside: avoid; }
  .documents { grid-template-columns: 1fr 1fr; gap: 0 6mm; }
  .counts { font-size: 6.8pt; }
  .counts th, .counts td { padding-block: .1mm; padding-inline: .8mm; }
  header { grid-template-columns: 1fr 1fr; }
  .facts { font-size: 7.5pt; }
  .scroll { overflow: visible; }
  svg { max-width: 100%; height: auto; }
  .verdict-bar { height: 2mm; }
  details[data-print]::details-content { content-visibility: visible; }
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
