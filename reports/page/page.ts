import { createHash } from 'node:crypto';
import type { Certificate } from '../certificate/certificate-schema.ts';
import type { Register } from '../register.ts';
import { verdictWords } from '../verdict-words.ts';
import type { RunSummary } from '../journal/summary.ts';
import { cleanupSection } from './cleanup-section.ts';
import { coverageSection } from './coverage-section.ts';
import type { Diagram } from './diagram-layout.ts';
import { failuresSection } from './failures.ts';
import { latitudesSection, notesSection, notTestedSection } from './findings.ts';
import { html, type Html, inline } from './html.ts';
import { rowsSection, rowVerdictWords, verdictOrder } from './rows.ts';
import { script } from './script.ts';
import { style } from './style.ts';

export interface PageInput {
  readonly certificate: Certificate;
  readonly summary: RunSummary;
  readonly register: Register;
  /** The run's folder as a reader would type it. */
  readonly dir: string;
  /** The machines of the summary's transitions, laid out. */
  readonly diagrams: readonly Diagram[];
}

/** Nothing is fetched and only our own script runs, whatever text of a target is in the page. */
const policy = [
  "default-src 'none'",
  `script-src '${hash(script)}'`,
  `style-src '${hash(style)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The run as one HTML file that needs no network and no other file. */
export function page({ certificate, summary, register, dir, diagrams }: PageInput): string {
  const { target, verdict, reasons } = certificate;
  const says = verdictWords(certificate);
  const title = `${target.name} is ${says.verdict}`;
  const sections = [
    [
      'failures',
      'Violations',
      failuresSection({ ...summary, register, dir, deadlineMs: summary.run.deadlineMs }),
    ],
    ['not-tested', 'Not tested', notTestedSection(certificate)],
    ['cleanup', 'Cleaning up', cleanupSection(certificate.cleanup)],
    ['notes', 'Notes', notesSection(certificate)],
    ['coverage', 'Coverage', coverageSection(summary.transitions, diagrams)],
    ['latitudes', 'Open points', latitudesSection(certificate)],
    ['requirements', 'Requirements', rowsSection(certificate)],
  ] as const;
  const filled = sections.filter(([, , content]) => content.text !== '');
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}: payproof</title>
        ${inline('style', style)}
      </head>
      <body>
        <a class="skip" href="#failures">Skip to the violations</a>
        <header>
          <h1>${target.name} is <span class="${verdict}">${says.verdict}</span></h1>
          ${reasons.length > 0 && html`<p>${reasons.join('; ')}</p>`}
          ${says.rest !== undefined && html`<p>${says.rest}</p>`} ${facts(certificate)}
          <nav aria-label="Parts of this page">
            <ul>
              ${filled.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li> `)}
            </ul>
          </nav>
        </header>
        <main>
          ${filled.map(
            ([id, name, content]) =>
              html`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${name}</h2>
                ${content}
              </section>`,
          )}
        </main>
        <footer class="soft">
          <p>
            payproof ${certificate.tool.version}, Node ${certificate.tool.node}. Drawn from
            <code>journal.ndjson</code>; <code>npx payproof report ${dir}</code> draws it again.
          </p>
        </footer>
        ${inline('script', script)}
      </body>
    </html> `;
  return document.text;
}

function facts({
  requirements,
  totals,
  duration_ms: ms,
  seed,
  started_at: started,
  target,
  resumed = [],
}: Certificate): Html {
  const counts = verdictOrder.flatMap((verdict): [string, string][] => {
    const count = requirements.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : [[rowVerdictWords[verdict], String(count)]];
  });
  const all: readonly (readonly [string, string])[] = [
    ['requirements', String(requirements.length)],
    ...counts,
    ['requests', String(totals.requests)],
    ...resumed.map(({ at, requests_before: before }): [string, string] => [
      'resumed',
      `${at.slice(0, 16).replace('T', ' ')} UTC, after ${before} requests`,
    ]),
    ['sequences', String(totals.sequences)],
    ['webhooks', String(totals.webhooks)],
    ['to shrink', `${totals.shrink_requests} requests`],
    ['duration', `${(ms / 1000).toFixed(1)} s`],
    ['started', `${started.slice(0, 16).replace('T', ' ')} UTC`],
    ['seed', String(seed)],
    ['interfaces', target.interfaces.join(', ')],
  ];
  return html`<dl class="facts">
    ${all.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div> `,
    )}
  </dl>`;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
