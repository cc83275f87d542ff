import { withoutConsumers } from '../../../harness/secrets/redact.ts';
import type { Failure } from '../../journal/summary.ts';
import { curlScript } from '../../reproduction/curl/curl.ts';
import { whyNoScript } from '../../reproduction/forms.ts';
import { playwrightFile } from '../../reproduction/playwright/playwright-file.ts';
import { vitestFile } from '../../reproduction/vitest/vitest-file.ts';
import { exactly, html, type Html, lines, longestCopy } from '../html.ts';

/** The ways to run a violation again. What is too long to copy, or names a consumer, is only named as a file. */
export function again({ record, stored }: Failure, dir: string): Html {
  const base = `reproductions/${record.reproduction}`;
  const command = `npx payproof replay ${dir}/${base}.json`;
  const test = vitestFile(stored);
  const spec = playwrightFile(stored);
  const only = whyNoScript(stored);
  const files = [
    { name: 'curl script', file: `${base}.sh`, text: curlScript(stored) },
    ...(test === undefined ? [] : [{ name: 'vitest file', file: `${base}.test.ts`, text: test }]),
    ...(spec === undefined ? [] : [{ name: 'Playwright test', file: `${base}.spec.ts`, text: spec }]),
  ];
  return html`<div class="again">
    <h5>Run it again</h5>
    <pre>${lines(command)}</pre>
    <div class="actions scripted">
      <button type="button" data-copy="${exactly(command)}">Copy replay command</button>
      ${files
        .filter(({ text }) => text.length <= longestCopy && withoutConsumers(text) === text)
        .map(
          ({ name, text }) => html`<button type="button" data-copy="${exactly(text)}">Copy ${name}</button> `,
        )}
    </div>
    <p class="soft">
      Files: <code>${base}.json</code>${files.map(({ file }) => html`, <code>${file}</code>`)}
    </p>
    ${only === undefined ? undefined : html`<p class="soft">The curl script sends the requests and judges nothing: ${only}.</p>`}
  </div>`;
}
