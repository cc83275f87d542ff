import { withoutConsumers } from '../../harness/redact.ts';
import type { TranscriptLine } from '../../harness/journal-records.ts';
import { curlScript } from '../reproduction/curl.ts';
import type { Register } from '../register.ts';
import type { Failure } from '../journal/summary.ts';
import { howSteady } from '../how-steady.ts';
import { failureRestsOnNotifications, unsigned } from '../rests-on.ts';
import { timelines } from '../timeline/timelines.ts';
import { vitestFile } from '../reproduction/vitest-file.ts';
import { exactly, html, type Html, lines, longestCopy } from './html.ts';
import { overlapFigure } from './overlap-figure.ts';
import { mostSteps, stepsTable } from './steps-table.ts';
import { timelineFigure } from './timeline-figure.ts';

/** Most failures that are drawn in full: of more, one usually explains the others. */
const mostInFull = 60;

export interface FailuresInput {
  readonly failures: readonly Failure[];
  readonly register: Register;
  /** The run's folder as a reader would type it. */
  readonly dir: string;
  readonly deadlineMs?: number | undefined;
}

/** Every violation as in the terminal, with its timeline and the ways to run it again. */
export function failuresSection(input: FailuresInput): Html {
  const { failures } = input;
  if (failures.length === 0) return html`<p>No violation was found.</p>`;
  const more = failures.slice(mostInFull);
  return html`${failures.slice(0, mostInFull).map((failure, index) => article(failure, index, input))}${
    more.length > 0 &&
    html`<h3>${more.length} more</h3>
      <ul>
        ${more.map(({ record }) => html`<li><code>${record.reproduction}</code>: ${record.summary}</li> `)}
      </ul>`
  }`;
}

function article(failure: Failure, index: number, { register, dir, deadlineMs }: FailuresInput): Html {
  const { record } = failure;
  const { breaches, transcript, neighbour = [], flaky } = record;
  const id = `failure-${index + 1}`;
  const different = new Map(breaches.map((one) => [`${one.expected}\n${one.received}`, one]));
  return html`<article class="failure ${flaky && 'unsteady'}" aria-labelledby="${id}">
    <h3 id="${id}">${index + 1}. ${record.requirement[0] ?? record.summary}</h3>
    ${rules(record.requirement, register)}
    ${
      flaky &&
      html`<p class="warn">
        <strong>${record.unconfirmed === undefined ? 'Flaky' : 'Doubtful'}</strong>: ${howSteady(record)}.
        This alone does not accuse the target.
      </p>`
    }
    ${stepsTable(transcript, 'The smallest sequence that shows it', record.overlap)} ${overlapFigure(record)}
    <ul>
      ${[...different.values()].map(
        ({ expected, received }) =>
          html`<li>expected <samp>${expected}</samp>, received <samp>${received}</samp></li>`,
      )}
    </ul>
    ${neighbour.length > 0 && stepsTable(neighbour, 'The nearest sequence that passes')}
    ${failureRestsOnNotifications(record) && html`<p class="soft">It ${unsigned}.</p>`}
    ${timelines(failure, deadlineMs).map(timelineFigure)} ${exchanges(transcript)} ${again(failure, dir)}
    <p class="soft">
      ${record.steps} ${record.steps === 1 ? 'request' : 'requests'}, found after ${record.requestsToFind},
      shrunk and confirmed with ${record.requestsToShrink}; failed ${record.failed} of ${record.outOf} times.
    </p>
  </article>`;
}

function rules(ids: readonly string[], register: Register): Html {
  return html`${ids.map((id) => {
    const row = register.requirements.find((one) => one.id === id);
    if (row === undefined) return html`<p class="rule"><code>${id}</code></p>`;
    return html`<p class="rule">
      ${row.text} <span class="soft">(<code>${id}</code>, ${row.document}: ${row.section})</span>
    </p>`;
  })}`;
}

/** The requests as the model made them and their answers as it read them, bounded. */
function exchanges(transcript: readonly TranscriptLine[]): Html {
  return html`<details>
    <summary>Requests and answers</summary>
    <ol>
      ${transcript.slice(0, mostSteps).map(
        ({ call, reply, received }) =>
          html`<li>
            <div><samp>${JSON.stringify(call)}</samp></div>
            <div>→ <samp>${received} ${reply === null ? '' : JSON.stringify(reply)}</samp></div>
          </li>`,
      )}
    </ol>
  </details>`;
}

/** The ways to run it again. What is too long to copy, or names a consumer, is only named as a file. */
function again({ record, stored }: Failure, dir: string): Html {
  const base = `reproductions/${record.reproduction}`;
  const command = `npx payproof replay ${dir}/${base}.json`;
  const files = [
    { name: 'curl script', file: `${base}.sh`, text: curlScript(stored) },
    { name: 'vitest file', file: `${base}.test.ts`, text: vitestFile(stored) },
  ];
  return html`<pre>${lines(command)}</pre>
    <div class="actions scripted">
      <button type="button" data-copy="${exactly(command)}">Copy replay command</button>
      ${files
        .filter(({ text }) => text.length <= longestCopy && withoutConsumers(text) === text)
        .map(
          ({ name, text }) => html`<button type="button" data-copy="${exactly(text)}">Copy ${name}</button> `,
        )}
    </div>
    <p>Files: <code>${base}.json</code>${files.map(({ file }) => html`, <code>${file}</code>`)}</p>`;
}
