import type { Experiment } from '../../journal/summary.ts';
import { experimentSentence } from '../../words/experiment-text.ts';
import { anchorOf, html, type Html } from '../html.ts';
import { sequenceView, type SequenceInput } from './sequence.ts';

const words = { depends: 'depends', unsteady: 'unsteady', suspicion: 'suspicion' } as const;

/** Why open points were answered in several ways, each with the smallest sequence of the rarer answer; empty where nothing was looked into. */
export function experimentsSection(experiments: readonly Experiment[], input: SequenceInput): Html {
  if (experiments.length === 0) return html``;
  return html`<p>
      The documents permit each of these answers: none is a violation, and the verdict does not depend on
      them. A suspicion is worth a look, since an error may hide behind an open point.
    </p>
    ${experiments.map(
      ({ record, failure }) =>
        html`<article class="card" aria-label="${record.point}">
          <p class="rule">
            <span class="verdict ${record.ended === 'depends' ? 'pass' : 'warn'}"
              >${words[record.ended]}</span
            >
            <a href="#${anchorOf('point', record.point)}"><code>${record.point}</code></a>
            ${experimentSentence(record)}
          </p>
          ${sequenceView(failure, 1, 1, input)}
        </article> `,
    )}`;
}
