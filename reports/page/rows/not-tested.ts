import type { Certificate, CertifiedRequirement } from '../../certificate/certificate-schema.ts';
import { grouped } from '../../words/grouped.ts';
import { anchorOf } from '../anchor.ts';
import { html, type Html } from '../html.ts';
import { rowVerdictWords } from './row-verdict.ts';

/** What the run did not test, one table by reason. The untested come first: they keep a target from being conformant. */
export function notTestedSection({ requirements }: Certificate): Html {
  const groups = (['untested', 'not_applicable'] as const).flatMap((verdict) =>
    [...byReason(requirements.filter((row) => row.verdict === verdict))].map(([reason, rows]) => ({
      verdict,
      reason,
      rows,
    })),
  );
  if (groups.length === 0) return html`<p>Every requirement was tested.</p>`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="What was not tested">
    <table class="not-tested">
      <caption>
        What was not tested, by reason
      </caption>
      <thead>
        <tr>
          <th scope="col">Verdict</th>
          <th scope="col">Reason</th>
          <th scope="col">Requirements</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map(
          ({ verdict, reason, rows }) =>
            html`<tr>
              <td class="verdict ${verdict}">${rows.length} ${rowVerdictWords[verdict]}</td>
              <th scope="row">${reason}</th>
              <td>
                ${rows.map(({ id }) => html`<a href="#${anchorOf('row', id)}"><code>${id}</code></a> `)}
              </td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

const byReason = (rows: readonly CertifiedRequirement[]) => grouped(rows, ({ reason = '' }) => reason);
