import { permittedWords } from '../../../harness/records/permitted-words.ts';
import { howSteady } from '../../words/how-steady.ts';
import { counted } from '../../words/counted.ts';
import { grouped } from '../../words/grouped.ts';
import type { Failure } from '../../journal/summary.ts';
import { failureRestsOnNotifications, unsigned } from '../../words/rests-on.ts';
import { timelines } from '../../timeline/timelines.ts';
import { overlapFigure } from '../figures/overlap-figure.ts';
import { timelineFigure } from '../figures/timeline-figure.ts';
import { html, type Html } from '../html.ts';
import { again } from './again.ts';
import { checkoutView } from './checkout-view.ts';
import { exchangesView } from './exchanges.ts';
import { stepsTable } from './steps-table.ts';

export interface SequenceInput {
  /** The run's folder as a reader would type it. */
  readonly dir: string;
  readonly deadlineMs?: number | undefined;
}

/** One sequence that shows a violation: what differs, the steps, requests and answers as HTTP, and how to run it again. */
export function sequenceView(
  failure: Failure,
  nth: number,
  outOf: number,
  { dir, deadlineMs }: SequenceInput,
): Html {
  const { record } = failure;
  const { transcript, neighbour = [], flaky } = record;
  const last = transcript.at(-1);
  const name = last === undefined ? record.summary : `${last.operation} ${last.kind} → ${last.received}`;
  return html`<details class="sequence" data-print${nth === 1 && ' open'}>
    <summary><h4>${outOf > 1 && `Sequence ${nth} of ${outOf}: `}${name}</h4></summary>
    ${
      flaky &&
      html`<p class="warn">
        <strong>${record.unconfirmed === undefined ? 'Flaky' : 'Doubtful'}</strong>: ${howSteady(record)}.
        This alone does not accuse the target.
      </p>`
    }
    ${differences(failure)} ${checkoutView(failure)}
    ${transcript.length > 0 && stepsTable(transcript, 'The smallest sequence that shows it', record.overlap)}
    ${overlapFigure(record)} ${exchangesView(failure)}
    ${neighbour.length > 0 && stepsTable(neighbour, 'The nearest sequence that passes')}
    ${failureRestsOnNotifications(record) && html`<p class="soft">It ${unsigned}.</p>`}
    ${timelines(failure, deadlineMs).map(timelineFigure)} ${again(failure, dir)}
    <p class="soft">
      ${counted(record.steps, 'request')}, found after ${record.requestsToFind}, shrunk and confirmed with
      ${record.requestsToShrink}; failed ${record.failed} of ${record.outOf} times.
    </p>
  </details>`;
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
        <th scope="col">Requirement</th>
      </tr>
    </thead>
    <tbody>
      ${[...each.values()].map(
        (same) =>
          html`<tr>
            <td><samp>${same[0]?.expected}</samp></td>
            <td><samp class="fail">${same[0]?.received}</samp></td>
            <td>${[...new Set(same.map(({ rule }) => rule))].map((rule) => html`<code>${rule}</code> `)}</td>
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
