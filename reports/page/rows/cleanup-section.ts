import { cleanupSentence, leftCount } from '../../words/cleanup-text.ts';
import { counted } from '../../words/counted.ts';
import type { Cleanup } from '../../journal/cleanup.ts';
import { html, type Html } from '../html.ts';

/** What was undone at the end of the run, and each payment that is left; empty where nothing was to be undone. */
export function cleanupSection(cleanup: Cleanup | undefined): Html {
  if (cleanup === undefined) return html``;
  const { left, more = 0 } = cleanup;
  const all = leftCount(cleanup);
  return html`<p>${cleanupSentence(cleanup)}.</p>
    ${
      all > 0 &&
      html`<p>${counted(all, 'payment')} left, which may be open or captured:</p>
        <ul>
          ${left.map((one) => html`<li>${one.interface} <code>${one.id}</code>: <samp>${one.why}</samp></li> `)}
          ${more > 0 && html`<li>and ${more} more</li>`}
        </ul>`
    }`;
}
