import {
  permittedWords,
  type TranscriptLine,
  type OverlapRecord,
} from '../../../harness/records/failure-record.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import type { CheckoutRecord, CheckoutWalk } from '../../../harness/records/checkout-record.ts';
import { reproducibility, failureRestsOnNotifications, unsigned } from '../../words/accusation.ts';
import { intentText } from '../../words/intent-text.ts';
import { usesText } from '../../words/names.ts';
import { pluralize, grouped } from '../../words/plain.ts';
import type { Failure } from '../../journal/summary.ts';
import { timelines } from '../../timeline/timelines.ts';
import { overlapFigure, timelineFigure } from '../figures/figure.ts';
import { html, type Html, exactly, lines, longestCopy, jpegSource, named } from '../html.ts';
import { withoutConsumers } from '../../../harness/secrets/redact.ts';
import { curlScript } from '../../reproduction/curl/curl.ts';
import { whyNoScript } from '../../reproduction/reproduction.ts';
import { playwrightFile } from '../../reproduction/playwright/playwright-file.ts';
import { hurlFile } from '../../reproduction/hurl/hurl.ts';
import { vitestFile } from '../../reproduction/vitest/vitest-file.ts';
import type { HttpExchange } from 'allure-js-commons/http';
import { sentExchange, transcriptExchange } from '../../ci/http-exchange.ts';
import { answerView, requestView, marksOf } from './http-view.ts';
import { oddValues } from '../../words/odd-values.ts';
import { reasoning, tellingNeighbour } from '../../words/reasoning.ts';
import { fileNameOf, replayCommand } from '../../words/replay-command.ts';

export interface SequenceInput {
  /** The run's folder as a reader would type it. */
  readonly dir: string;
  readonly deadlineMs?: number | undefined;
  /** How the run chose its target. Default: by default. */
  readonly chosen?: RunRecord['chosen'] | undefined;
}

/** One sequence that shows a violation: what differs, the steps, requests and answers as HTTP, and how to run it again. */
export function sequenceView(
  failure: Failure,
  nth: number,
  outOf: number,
  { dir, deadlineMs, chosen }: SequenceInput,
): Html {
  const { record } = failure;
  const { transcript, flaky } = record;
  const neighbour = tellingNeighbour(record);
  const reasons = reasoning(record);
  const last = transcript.at(-1);
  const name = last === undefined ? record.summary : `${last.operation} ${last.kind} → ${last.received}`;
  return html`<details class="sequence" data-print${nth === 1 && ' open'}>
    <summary><h4>${outOf > 1 && `Sequence ${nth} of ${outOf}: `}${name}</h4></summary>
    ${
      flaky &&
      html`<p class="warn">
        <strong>${record.unconfirmed === undefined ? 'Flaky' : 'Doubtful'}</strong>:
        ${reproducibility(record)}. This alone does not accuse the target.
      </p>`
    }
    ${differences(failure)} ${checkoutView(failure)}
    ${transcript.length > 0 && stepsTable(transcript, 'The smallest sequence that shows it', record.overlap)}
    ${reasons !== undefined && html`<p>Believed ${reasons}.</p>`} ${overlapFigure(record)}
    ${exchangesView(failure)}
    ${neighbour.length > 0 && stepsTable(neighbour, 'The nearest sequence that passes')}
    ${failureRestsOnNotifications(record) && html`<p class="soft">It ${unsigned}.</p>`}
    ${timelines(failure, deadlineMs).map(timelineFigure)} ${again(failure, dir, chosen)}
    <p class="soft">${effort(record)}</p>
  </details>`;
}

/** What it took to find, and how often it came. */
function effort({
  steps,
  requestsToFind,
  requestsToShrink,
  failed,
  outOf,
  assumed,
}: Failure['record']): string {
  const requests = pluralize(steps, 'request');
  return assumed === undefined
    ? `${requests}, found after ${requestsToFind}, shrunk and confirmed with ${requestsToShrink}; failed ${failed} of ${outOf} times.`
    : `${requests}, looked into with ${requestsToShrink}; answered so ${failed} of ${outOf} times.`;
}

/** Each difference once: one answer may break several rules in the same place. */
function differences({ record }: Failure): Html | undefined {
  const { breaches } = record;
  if (breaches.length === 0) return undefined;
  const others = permittedWords(record).slice(1);
  const each = grouped(breaches, ({ expected, received }) => `${expected}\n${received}`);
  return html`<table class="differences">
    <caption>
      What differs
    </caption>
    <thead>
      <tr>
        <th scope="col">Expected</th>
        <th scope="col">Received</th>
        <th scope="col">${record.assumed === undefined ? 'Requirement' : 'Open point'}</th>
      </tr>
    </thead>
    <tbody>
      ${[...each.values()].map(
        (same) =>
          html`<tr>
            <td data-label="expected"><samp>${same[0]?.expected}</samp></td>
            <td data-label="received"><samp class="fail">${same[0]?.received}</samp></td>
            <td data-label="breaks">
              ${[...new Set(same.map(({ rule }) => rule))].map((rule) => html`${named(rule)} `)}
            </td>
          </tr> `,
      )}
      ${others.map(
        (words) =>
          html`<tr>
            <td colspan="3">Permitted too: <samp>${words}</samp></td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** The ways to run a violation again. What is too long to copy, or names a consumer, is only named as a file. */
function again(
  { record, stored, exchanges, moves }: Failure,
  dir: string,
  chosen: RunRecord['chosen'],
): Html {
  const base = `reproductions/${fileNameOf(record.reproduction)}`;
  const command = replayCommand(dir, record.reproduction, chosen);
  const test = vitestFile(stored);
  const spec = playwrightFile(stored);
  const only = whyNoScript(stored);
  const files = [
    { name: 'curl script', file: `${base}.sh`, text: curlScript(stored, moves) },
    ...(test === undefined ? [] : [{ name: 'vitest file', file: `${base}.test.ts`, text: test }]),
    ...(spec === undefined ? [] : [{ name: 'Playwright test', file: `${base}.spec.ts`, text: spec }]),
  ];
  const others = [
    ...(hurlFile(stored) === undefined ? [] : [html`<code>${base}.hurl</code> for hurl`]),
    ...(exchanges.length === 0 ? [] : [html`<code>${base}.har</code> with the answers as they came`]),
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
      Files:
      <code>${base}.json</code
      >${files.map(({ file }) => html`, <code>${file}</code>`)}${others.map((one) => html`, ${one}`)}
    </p>
    ${only === undefined ? undefined : html`<p class="soft">The curl script sends the requests and judges nothing: ${only}.</p>`}
  </div>`;
}

/** Most requests of one step: a procedure repeats them. */
const mostOfAStep = 5;

/** The requests and answers of a sequence as HTTP. The one that shows the violation comes first, with what differs marked; the others unfold. */
function exchangesView(failure: Failure): Html {
  const { transcript, breaches, signature } = failure.record;
  const last = transcript.at(-1);
  const isShownByReply = signature.at === 'reply' && last !== undefined;
  const others = transcript.slice(0, mostSteps).filter((line) => !isShownByReply || line !== last);
  const marks = marksOf(breaches);
  return html`${
    isShownByReply &&
    exchangesOf(last, failure).map(
      (one) =>
        html`<div class="pair">
          <div>
            <h5>Request ${transcript.length}, ${intentOf(last)}</h5>
            ${requestView(one)}
          </div>
          <div>
            <h5>Answer, and what was expected</h5>
            ${answerView(one, marks)}
          </div>
        </div>`,
    )
  }${
    others.length > 0 &&
    html`<details>
      <summary>${isShownByReply ? 'The requests before it' : 'Requests'} as HTTP (${others.length})</summary>
      ${others.map((line, index) =>
        exchangesOf(line, failure).map(
          (one) =>
            html`<div class="pair">
              <div>
                <h5>Request ${index + 1}, ${intentOf(line)}</h5>
                ${requestView(one)}
              </div>
              <div>
                <h5>Answer</h5>
                ${answerView(one)}
              </div>
            </div>`,
        ),
      )}
    </details>`
  }`;
}

/** What a step does: `refund none (no amount is named)`. */
function intentOf({ operation, kind }: TranscriptLine): string {
  const text = intentText(operation, kind);
  return [operation, kind, ...(text === undefined ? [] : [`(${text})`])].join(' ');
}

/** As they were sent where the journal kept them, else as the transcript has them. */
function exchangesOf(line: TranscriptLine, { exchanges }: Failure): readonly HttpExchange[] {
  const sent = exchanges.filter(({ step }) => step === line.step).slice(-mostOfAStep);
  return sent.length > 0 ? sent.map((one) => sentExchange(one, 0)) : [transcriptExchange(line)];
}

/** More than a run goes through a checkout. */
const mostWalks = 8;

/** How a consumer went through a checkout: the steps, what was on the screen, and what the pages said. Nothing where no browser was used. */
function checkoutView({ record, stored }: Failure): Html | undefined {
  const { checkout } = record;
  if (checkout === undefined) return undefined;
  return html`${checkout.walks
    .slice(0, mostWalks)
    // A picture is no text in which a consumer is to be marked.
    .map((walk, index) => walkView(walk, checkout, stored.checkout?.walks[index]?.shots ?? []))}`;
}

function walkView(
  { name, console: said, byPin, rules }: CheckoutWalk,
  { consumer, pin }: CheckoutRecord,
  shots: CheckoutWalk['shots'],
): Html {
  const steps = [...consumer, ...(byPin ? pin : [])];
  return html`<h5>In a browser, way <code>${name}</code></h5>
    <p class="soft">It breaks ${rules.map((rule) => html`${named(rule)} `)}</p>
    <ol>
      <li>click the button of the payment page</li>
      ${steps.map((step) => html`<li>${wordsOf(step)} <code>${step.at}</code></li> `)}
    </ol>
    ${
      shots.length > 0 &&
      html`<div class="film">
        ${shots.map(
          ({ caption, jpeg }) =>
            html`<figure>
              <img src="${jpegSource(jpeg)}" alt="Screenshot: ${caption}" />
              <figcaption>${caption}</figcaption>
            </figure>`,
        )}
      </div>`
    }
    ${
      said.length > 0 &&
      html`<details>
        <summary>The console of the pages (${said.length})</summary>
        <ul>
          ${said.map((line) => html`<li><samp>${line}</samp></li> `)}
        </ul>
      </details>`
    }`;
}

function wordsOf(step: CheckoutRecord['consumer'][number]): string {
  if (step.do === 'click') return 'click';
  if (step.do === 'wait') return 'wait for';
  return step.with === undefined ? 'fill, with a text of the settings,' : `fill, with ${step.with},`;
}

/** Most steps that are displayed: a shrunk sequence has at most ten, a procedure a few dozen. */
const mostSteps = 60;

/** The steps of a sequence with their answers; those in `overlap` were sent together. */
function stepsTable(
  transcript: readonly TranscriptLine[],
  caption: string,
  overlap: readonly OverlapRecord[] = [],
): Html {
  const together = new Map(overlap.map((one) => [one.step, one]));
  /** Marks a step that was sent together with others, and says when it started and ended. */
  const overlapText = ({ step }: TranscriptLine): string => {
    const times = together.get(step);
    if (times === undefined) return '';
    return times.from === undefined ? ' ‖' : ` ‖ ${times.from}–${times.to} ms`;
  };
  const listed = transcript.slice(0, mostSteps);
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${caption}">
    <table>
      <caption>
        ${caption}${transcript.length > listed.length ? ` (the first ${mostSteps} of ${transcript.length} steps)` : ''}
      </caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Operation</th>
          <th scope="col">On</th>
          <th scope="col">Intent</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      <tbody>
        ${listed.map(
          (line, index) =>
            html`<tr>
              <th scope="row">${index + 1}${overlapText(line)}</th>
              <td>${line.operation}</td>
              <td>${usesText(line, transcript)}</td>
              <td>
                ${line.kind}${oddValues(line).map(({ at, shown }) => html`<br /><samp>${at} ${shown}</samp>`)}
              </td>
              <td><samp>${line.received}</samp></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
