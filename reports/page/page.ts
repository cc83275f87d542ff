import { createHash } from 'node:crypto';
import type { Certificate } from '../certificate/certificate-schema.ts';
import type { RunSummary } from '../journal/summary.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import type { Register } from '../register.ts';
import { coverageSection } from './figures/coverage-section.ts';
import type { Diagram } from './figures/diagram-layout.ts';
import { html, type Html, inline } from './html.ts';
import { printStyle, style as screenStyle } from './look/style.ts';
import { script } from './look/script.ts';
import {
  cleanupSection,
  filters,
  rowsSection,
  latitudesSection,
  notTestedSection,
  notesSection,
} from './rows/rows.ts';
import { facts, provenance, titleOf, verdictHead, sectionCounts } from './summary/verdict.ts';
import { nightSection } from './night/night-section.ts';
import { cardsOf, experimentsSection, violationsSection } from './violations/violations.ts';
import { causesOf } from '../words/causes.ts';

export interface PageInput {
  readonly certificate: Certificate;
  readonly summary: RunSummary;
  readonly register: Register;
  /** The run's folder as a reader would type it. */
  readonly dir: string;
  /** The machines of the summary's transitions, laid out. */
  readonly diagrams: readonly Diagram[];
  /** Of a nightly run. */
  readonly night?: Nightly | undefined;
}

const pageStyle = `${screenStyle}${printStyle}`;

/** Nothing is fetched and only our own script runs, whatever text of a target is in the page. */
const pagePolicy = [
  "default-src 'none'",
  `script-src '${hash(script)}'`,
  `style-src '${hash(pageStyle)}'`,
  // Screenshots stand in the page itself.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The run as one HTML file that needs no network and no other file: the verdict on the first screen, then what it rests on. */
export function page(input: PageInput): string {
  const { certificate, dir, night } = input;
  const cards = cardsOf(causesOf(input.summary.failures, input.register));
  const filled = parts(input).filter(({ content }) => content.text !== '');
  const document = html`<!doctype html>
    <html lang="en">
      ${head(titleOf(certificate), { policy: pagePolicy, style: pageStyle })}
      <body>
        <a class="skip" href="#violations">Skip to the violations</a>
        <header>
          <div class="verdict-head">${verdictHead(certificate, cards)}</div>
          ${facts(certificate)}
        </header>
        <nav aria-label="Parts of this page">
          <ul>
            ${night !== undefined && html`<li><a href="#night">This night</a></li> `}
            ${filled.map(({ id, name, count }) => html`<li><a href="#${id}">${name}</a>${count !== undefined && html` <span class="soft">${count}</span>`}</li> `)}
          </ul>
        </nav>
        <main>
          ${night !== undefined && nightSection(night, certificate, cards)}
          <section id="sections" aria-labelledby="sections-title">
            <h2 id="sections-title">By section</h2>
            ${sectionCounts(certificate)}
          </section>
          ${filters(certificate.requirements)}
          ${filled.map(
            ({ id, name, content }) =>
              html`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${name}</h2>
                ${content}
              </section> `,
          )}
        </main>
        <footer class="soft">
          ${provenance(certificate)}
          <p>
            payproof ${certificate.tool.version}, Node ${certificate.tool.node}. Drawn from the journal;
            <code>npx payproof report ${dir}</code> draws it again.
          </p>
        </footer>
        ${inline('script', script)}
      </body>
    </html> `;
  return document.text;
}

interface PagePart {
  readonly id: string;
  readonly name: string;
  readonly content: Html;
  /** How many there are, for the navigation. */
  readonly count?: number;
}

function parts({ certificate, summary, register, dir, diagrams }: PageInput): readonly PagePart[] {
  const causes = causesOf(summary.failures, register);
  const cards = cardsOf(causes);
  const { requirements, latitudes, cleanup } = certificate;
  const without = requirements.filter(
    ({ verdict }) => verdict === 'untested' || verdict === 'not_applicable',
  );
  const { deadlineMs, chosen } = summary.run;
  const where = { dir, deadlineMs, chosen };
  return [
    {
      id: 'violations',
      name: 'Violations',
      count: causes.length,
      content: violationsSection(causes, certificate, where),
    },
    { id: 'notes', name: 'Notes', content: notesSection(certificate) },
    {
      id: 'experiments',
      name: 'Experiments on open points',
      count: summary.experiments.length,
      content: experimentsSection(summary.experiments, where),
    },
    { id: 'cleanup', name: 'Cleaning up', content: cleanupSection(cleanup) },
    { id: 'not-tested', name: 'Not tested', count: without.length, content: notTestedSection(certificate) },
    { id: 'coverage', name: 'Coverage', content: coverageSection(diagrams, summary.inputs, summary.stages) },
    { id: 'latitudes', name: 'Open points', count: latitudes.length, content: latitudesSection(certificate) },
    {
      id: 'requirements',
      name: 'Requirements',
      count: requirements.length,
      content: rowsSection(certificate, cards),
    },
  ];
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The head of a page of ours: what it may load, by its policy, and that no site learns where a reader comes from. */
export function head(
  title: string,
  { policy, style }: { readonly policy: string; readonly style: string },
): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}: payproof</title>
    ${inline('style', style)}
  </head>`;
}
