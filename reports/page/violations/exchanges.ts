import type { HttpExchange } from 'allure-js-commons/http';
import type { TranscriptLine } from '../../../harness/journal/journal-records.ts';
import { sentExchange, transcriptExchange } from '../../ci/http-exchange.ts';
import type { Failure } from '../../journal/summary.ts';
import { html, type Html } from '../html.ts';
import { answerView, requestView } from './http-view.ts';
import { marksOf } from './marks.ts';
import { mostSteps } from './steps-table.ts';

/** Most requests of one step: a procedure repeats them. */
const mostOfAStep = 5;

/** The requests and answers of a sequence as HTTP. The one that shows the violation comes first, with what differs marked; the others unfold. */
export function exchangesView(failure: Failure): Html {
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
            <h5>Request ${transcript.length}, ${last.operation} ${last.kind}</h5>
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
                <h5>Request ${index + 1}, ${line.operation} ${line.kind}</h5>
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

/** As they were sent where the journal kept them, else as the transcript has them. */
function exchangesOf(line: TranscriptLine, { exchanges }: Failure): readonly HttpExchange[] {
  const sent = exchanges.filter(({ step }) => step === line.step).slice(-mostOfAStep);
  return sent.length > 0 ? sent.map((one) => sentExchange(one, 0)) : [transcriptExchange(line)];
}
