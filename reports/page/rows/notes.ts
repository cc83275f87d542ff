import type { Certificate } from '../../certificate/certificate-schema.ts';
import { serverErrorLines, serverErrorWarning } from '../../certificate/server-error-warning.ts';
import { html, type Html, lines } from '../html.ts';

/** Warnings, known deviations and troubles; each part only where there are any. */
export function notesSection({
  warnings,
  known_deviations: known,
  troubles,
  server_errors: failing = [],
}: Certificate): Html {
  return html`${list(
    'Warnings',
    warnings.map((text) => html`${text}`),
  )}${list(
    'How to see what is answered with an error each time',
    failing.map(
      (one) =>
        html`${serverErrorWarning(one)}
          <pre>${lines(serverErrorLines(one).join('\n'))}</pre>`,
    ),
  )}${list(
    'Known deviations',
    known.map(
      ({ requirement, because, since, observed }) =>
        html`<code>${requirement}</code>: ${because} <span class="soft">(since ${since})</span>
          <span class="verdict ${observed ? 'fail' : 'warn'}">${observed ? 'met' : 'not met: stale'}</span>`,
    ),
  )}${list(
    'Troubles',
    troubles.map(({ kind, cause, times }) => html`${kind}, ${times}×: <samp>${cause}</samp>`),
  )}`;
}

function list(title: string, items: readonly Html[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<h3>${title}</h3>
    <ul>
      ${items.map((item) => html`<li>${item}</li> `)}
    </ul>`;
}
