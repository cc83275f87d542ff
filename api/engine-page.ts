import { createHash } from 'node:crypto';
import type { CheckReport, Found } from '../engine/check/check.ts';
import type { ClassPair, InputCoverage, TransitionCoverage } from '../engine/check/coverage.ts';
import { html, inline, lines, type Html } from '../reports/page/html.ts';
import { grouped, pluralize } from '../reports/words/plain.ts';

const style = `
:root { color-scheme: light dark; --soft: #57606a; --line: #d0d7de; --bad: #b3151d; --good: #116329; }
@media (prefers-color-scheme: dark) { :root { --soft: #9aa4af; --line: #2d343d; --bad: #ff8b85; --good: #5fd38a; } }
body { max-width: 70rem; margin: 1rem auto; padding-inline: 1rem; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h2 { border-bottom: 1px solid var(--line); margin-top: 2rem; }
code, pre { font: .87em ui-monospace, Menlo, Consolas, monospace; }
pre { white-space: pre-wrap; border: 1px solid var(--line); border-inline-start: 4px solid var(--bad); padding: .6rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .2rem .5rem; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th, caption, .soft { color: var(--soft); }
caption { text-align: start; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.bad { color: var(--bad); font-weight: 700; }
.good { color: var(--good); }
`;

/** Nothing is fetched and no script runs, whatever text of a system is in the page. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/**
 * The report of a check as one HTML file that needs no network and no script: the verdict, the rules that were proven and those that were not, the failures with their
 * counterexamples, what each operation came to by state, and what was tried of its inputs. All texts are escaped.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs';
 * import { check, functions, machine } from 'payproof/engine';
 * import { coveragePage } from 'payproof/engine/page';
 *
 * const lamp = machine({
 *   state: false,
 *   operations: ({ operation, expect }) => [operation('press', { expect: (on) => expect.reply(!on).then(!on) })],
 * });
 * let on = false;
 * const open = functions(() => ((on = false), { press: () => (on = !on) }));
 * // A check that fails has its report in the error.
 * const report = await check(lamp, open).catch(({ report }) => report);
 * writeFileSync('coverage.html', coveragePage(report));
 * ```
 */
export function coveragePage(report: CheckReport): string {
  const { name, seed, calls, lost, sequences, races, failures, coverage } = report;
  const verdict =
    failures.length > 0
      ? html`<b class="bad">is not as its model says: ${pluralize(failures.length, 'failure')}</b>`
      : html`<b class="good">nothing is found to be wrong</b>`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${name}: ${failures.length > 0 ? 'not as its model says' : 'nothing found'}</title>
        ${inline('style', style)}
      </head>
      <body>
        <h1>${name}</h1>
        <p>${verdict}</p>
        <p class="soft">
          ${pluralize(calls, 'call')} in ${pluralize(sequences, 'sequence')} and ${pluralize(races, 'race')},
          ${lost} without an answer; seed ${seed}
        </p>
        ${failures.length > 0 && html`<h2>Failures</h2>`} ${failures.map(failureSection)}
        <h2>Rules</h2>
        ${rulesTable(report)}
        <h2>What operations came to</h2>
        ${transitionsTable(coverage.transitions)} ${coverage.inputs.length > 0 && html`<h2>Inputs</h2>`}
        ${coverage.inputs.map(inputsSection)}
      </body>
    </html> `;
  return page.text;
}

function failureSection({ rules, counterexample, path, failed, outOf }: Found): Html {
  return html`<section>
    <h3>${rules.join(', ')}</h3>
    <pre>${lines(counterexample)}</pre>
    <p>${failed < outOf && html`It failed ${failed} of ${outOf} times. `}Run it again with the path</p>
    <pre>${lines(path)}</pre>
  </section>`;
}

function rulesTable({ proven, unproven, failures }: CheckReport): Html {
  const broken = new Set(failures.flatMap(({ rules }) => rules));
  const others = [...proven, ...unproven].filter((rule) => !broken.has(rule));
  const known = new Set(proven);
  const rows = [...broken, ...others.toSorted()].map((rule) => [
    html`<code>${rule}</code>`,
    broken.has(rule)
      ? html`<span class="bad">broken</span>`
      : known.has(rule)
        ? html`<span class="good">proven</span>`
        : html`<span class="bad">never proven</span>`,
  ]);
  return table(
    `${broken.size} broken, ${others.filter((rule) => known.has(rule)).length} proven, ${others.filter((rule) => !known.has(rule)).length} never proven`,
    ['Rule', 'Evidence'],
    rows,
  );
}

function transitionsTable(transitions: readonly TransitionCoverage[]): Html {
  const byState = grouped(transitions, ({ state }) => state);
  return table(
    `${pluralize(byState.size, 'state')}, each for all that are alike`,
    ['State', 'Operation', 'Outcome', 'Calls'],
    [...byState].flatMap(([state, all]) =>
      all.map(({ operation, outcome, times }, index) => [
        html`${index === 0 && html`<code>${state}</code>`}`,
        html`${operation}`,
        html`${outcome}`,
        times,
      ]),
    ),
  );
}

function inputsSection({ operation, classes, pairs }: InputCoverage): Html {
  const { tried, untried, impossible } = pairs;
  const all = tried + untried.length;
  return html`<section>
    <h3>${operation}</h3>
    ${table(
      `${classes.filter(({ times }) => times > 0).length} of ${classes.length} classes tried`,
      ['Input', 'Class', 'Calls'],
      classes.map(({ input, class: of, times }) => [
        html`${input}`,
        html`<code>${of}</code>`,
        times > 0 ? times : html`<span class="bad">0</span>`,
      ]),
    )}
    ${all > 0 && html`<p>${tried} of ${all} pairs of classes tried</p>`}
    ${untried.length > 0 && pairsTable('Pairs that were not tried', untried)}
    ${impossible.map(({ reason, pairs: of }) => pairsTable(`Not possible: ${reason}`, of))}
  </section>`;
}

const pairsTable = (caption: string, pairs: readonly ClassPair[]): Html =>
  table(
    caption,
    ['Pair', ''],
    pairs.map((pair) => Object.entries(pair).map(([input, of]) => html`${input} <code>${of}</code>`)),
  );

/** A table with its caption; numbers stand at the end of their cells. */
function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly (Html | number)[])[],
): Html {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${head.map((one, column) => html`<th scope="col" class="${typeof rows[0]?.[column] === 'number' && 'number'}">${one}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell) => (typeof cell === 'number' ? html`<td class="number">${cell}</td>` : html`<td>${cell}</td>`))}
          </tr> `,
      )}
    </tbody>
  </table>`;
}
