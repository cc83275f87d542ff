import type { Certificate } from '../../certificate/certificate-schema.ts';
import { verdictWords } from '../../verdict-words.ts';
import { html, type Html } from '../html.ts';
import { rowVerdictWords, verdictCounts } from '../rows/row-verdict.ts';

/** Width of the bar; it is drawn as wide as the page has room. */
const width = 1000;
const height = 14;

/** What a certifier reads first: the verdict with its reasons and its scope, and how many requirements ended how. */
export function verdictHead(certificate: Certificate): Html {
  const { target, verdict, reasons, requirements } = certificate;
  const says = verdictWords(certificate);
  const counts = verdictCounts(requirements);
  return html`<p class="soft">payproof conformance report</p>
    <h1>${target.name} is <span class="${verdict}">${says.verdict}</span></h1>
    ${reasons.length > 0 && html`<p>${reasons.join('; ')}</p>`}
    ${says.rest !== undefined && html`<p>Scope: ${says.rest}</p>`}
    <p class="totals">
      ${counts.map(
        ([one, count]) => html`<span class="${one}"><b>${count}</b> ${rowVerdictWords[one]}</span> `,
      )}<span class="soft">of ${requirements.length} requirements</span>
    </p>
    ${bar(counts, requirements.length)}`;
}

/** The counts above as lengths; hidden from screen readers, which have just read them. */
function bar(counts: ReturnType<typeof verdictCounts>, all: number): Html | undefined {
  if (all === 0) return undefined;
  let x = 0;
  const parts = counts.map(([verdict, count]) => {
    const from = x;
    x += (count / all) * width;
    return html`<rect
      class="${verdict}"
      x="${from.toFixed(1)}"
      y="0"
      width="${(x - from).toFixed(1)}"
      height="${height}"
    />`;
  });
  return html`<svg
    class="verdict-bar"
    aria-hidden="true"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
  >
    ${parts}
  </svg>`;
}
