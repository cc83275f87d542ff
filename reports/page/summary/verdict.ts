import type { Certificate } from '../../certificate/certificate-schema.ts';
import { nightVerdicts, reachOf } from '../../nightly/night-words.ts';
import { verdictWords } from '../../words/verdict-words.ts';
import { html, type Html } from '../html.ts';
import { rowVerdictWords, verdictCounts } from '../rows/row-verdict.ts';

/** The colour of a night's verdict. */
const nightClass = { quiet: 'conformant', alarm: 'nonconformant', inconclusive: 'inconclusive' } as const;

/** Width of the bar; it is drawn as wide as the page has room. */
const width = 1000;
const height = 14;

/** What a certifier reads first: the verdict with its reasons and its scope, and how many requirements ended how. */
export function verdictHead(certificate: Certificate): Html {
  const { requirements, night } = certificate;
  const counts = verdictCounts(requirements);
  return html`${night === undefined ? ofRun(certificate) : ofNight(certificate, night)}
    <p class="totals">
      ${counts.map(
        ([one, count]) => html`<span class="${one}"><b>${count}</b> ${rowVerdictWords[one]}</span> `,
      )}<span class="soft">of ${requirements.length} requirements</span>
    </p>
    ${bar(counts, requirements.length)}`;
}

/** The title of the page. */
export function titleOf(certificate: Certificate): string {
  const { target, night } = certificate;
  return night === undefined
    ? `${target.name} is ${verdictWords(certificate).verdict}`
    : `${target.name}: ${nightVerdicts[night.verdict]}`;
}

function ofRun(certificate: Certificate): Html {
  const { target, verdict, reasons } = certificate;
  const says = verdictWords(certificate);
  return html`<p class="soft">payproof conformance report</p>
    <h1>${target.name} is <span class="${verdict}">${says.verdict}</span></h1>
    ${reasons.length > 0 && html`<p>${reasons.join('; ')}</p>`}
    ${says.rest !== undefined && html`<p>Scope: ${says.rest}</p>`}`;
}

/** The verdict that the terminal prints and the exit status says; and that on conformance, which is another question. */
function ofNight(certificate: Certificate, night: NonNullable<Certificate['night']>): Html {
  const { target, verdict, reasons } = certificate;
  const reach = reachOf(night, certificate);
  return html`<p class="soft">payproof nightly report</p>
    <h1>${target.name}: <span class="${nightClass[night.verdict]}">${nightVerdicts[night.verdict]}</span></h1>
    ${night.reasons.length > 0 && html`<p>${night.reasons.join('; ')}</p>`}
    ${reach !== undefined && html`<p>Scope: ${reach}</p>`}
    <p class="soft">
      As a certificate:
      <span class="${verdict}">${verdictWords(certificate).verdict}</span
      >${reasons.length > 0 && `: ${reasons.join('; ')}`}
    </p>`;
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
