import type { CheckoutRecord, CheckoutWalk } from '../../../harness/records/checkout-record.ts';
import type { Failure } from '../../journal/summary.ts';
import { html, type Html, jpegSource } from '../html.ts';

/** More than a run goes through a checkout. */
const mostWalks = 8;

/** How a consumer went through a checkout: the steps, what was on the screen, and what the pages said. Nothing where no browser was used. */
export function checkoutView({ record, stored }: Failure): Html | undefined {
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
    <p class="soft">It breaks ${rules.map((rule) => html`<code>${rule}</code> `)}</p>
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
