import type { Certificate } from '../../certificate/certificate-schema.ts';
import { pluralize, grouped } from '../../words/plain.ts';
import type { Nightly } from '../../nightly/nightly-schema.ts';
import { anchorOf, html, type Html, type Part, named } from '../html.ts';
import { nightsFigure } from './nights-figure.ts';
import { nightsTable } from './nights-table.ts';

/** By requirement, the anchor of the card that shows how it is broken. */
export type Cards = ReadonlyMap<string, string>;

type Violation = Nightly['violations']['gone'][number];

/** Requirements that are listed; `nightly.json` has them all. */
const mostListed = 12;

/** What differs in a night from the run before, the last nights as a drawing and a table, and how often each violation was seen. */
export function nightSection(night: Nightly, certificate: Certificate, cards: Cards): Html {
  const known = new Set(certificate.requirements.map(({ id }) => id));
  const link = (id: string): Html => {
    const anchor = cards.get(id) ?? (known.has(id) ? anchorOf('row', id) : undefined);
    return anchor === undefined
      ? html`<code>${id === '' ? 'no requirement' : id}</code>`
      : html`<a href="#${anchor}">${named(id)}</a>`;
  };
  const before = night.compared_with;
  return html`<section id="night" aria-labelledby="night-title">
    <h2 id="night-title">This night</h2>
    <p class="soft">
      ${before === null ? 'Compared with no run: this is the first.' : html`Compared with ${before}.`}
    </p>
    <div class="night">
      <div>${changes(night, link)}</div>
      ${nightsFigure(night.trend)}
    </div>
    ${nightsTable(night.trend)} ${sightingsTable(night.sightings ?? [], link)}
  </section>`;
}

/** One row for each way in which a night can differ; those without any are there too, so that a reader need not guess. */
function changes(night: Nightly, link: (id: string) => Html): Html {
  const { violations, known_deviations: deviations, drifted, lost_evidence: lost } = night;
  const lineOf = ({ requirement, summary }: Violation, more?: Part): Html =>
    html`${(requirement.length === 0 ? [''] : requirement).map((id, at) => html`${at > 0 && ', '}${link(id)}`)}:
    ${summary}${more}`;
  const stale = deviations.filter(({ state }) => state === 'stale');
  const rows: readonly (readonly [name: string, mark: string | false, items: readonly Html[]])[] = [
    ['New', 'fail', violations.new.map((one) => lineOf(one, noAlarm(one)))],
    ['Again', 'fail', violations.again.map((one) => lineOf(one, noAlarm(one)))],
    ['Gone', 'pass', violations.gone.map((one) => lineOf(one))],
    ['Not tried again', 'warn', violations.untried.map((one) => lineOf(one))],
    [
      'Flaky',
      'warn',
      violations.flaky.map((one) =>
        lineOf(one, html` <span class="soft">(${one.failed} of ${one.out_of} times)</span>`),
      ),
    ],
    [
      'Stale deviations',
      'fail',
      stale.map(
        ({ requirement, because }) =>
          html`${link(requirement)}: ${because} <span class="soft">(no longer happens)</span>`,
      ),
    ],
    [
      'Drifted',
      'warn',
      drifted.map(
        ({ latitude, beside, was, now }) =>
          html`<code>${latitude}</code>: ${beside === 'profile' ? 'the profile says' : 'the run before had'}
            ${was.join(', ')}, observed was ${now.join(', ')}`,
      ),
    ],
    [
      'Evidence lost',
      'warn',
      [...grouped(lost, ({ reason }) => reason)].map(
        ([reason, members]) =>
          html`${pluralize(members.length, 'requirement')}: ${reason}
            <details>
              <summary>Which</summary>
              ${members.slice(0, mostListed).map(({ requirement }) => html`${link(requirement)} `)}
              ${members.length > mostListed && '… all of them stand in nightly.json'}
            </details>`,
      ),
    ],
  ];
  return html`<table class="changes">
    <caption>
      What differs from the run before
    </caption>
    <tbody>
      ${rows.map(
        ([name, mark, items]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class="number ${items.length > 0 && mark}">
              ${name === 'Evidence lost' ? lost.length : items.length}
            </td>
            <td>
              ${
                items.length > 0 &&
                html`<ul>
                  ${listed(items.map((item) => html`<li>${item}</li> `))}
                </ul>`
              }
            </td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function noAlarm({ alarm }: { readonly alarm: boolean }): Part {
  return !alarm && html` <span class="soft">(no alarm)</span>`;
}

function listed(items: readonly Html[]): Html {
  const more = items.length - mostListed;
  return html`${items.slice(0, mostListed)}${more > 0 && html`<li class="soft">… and ${more} more in nightly.json</li>`}`;
}

type Sightings = NonNullable<Nightly['sightings']>;

/** Requirements that are shown; `nightly.json` has them all. */
const mostShown = 40;

const words = { seen: 'seen', flaky: 'seen, flaky', held: 'held', untried: 'not tried' } as const;
const marks = { seen: 'fail', flaky: 'warn', held: 'pass', untried: 'not_applicable' } as const;

/** When each violation was first and last seen, in how many nights, and how often it did not happen each time; undefined where none ever was. */
function sightingsTable(sightings: Sightings, link: (id: string) => Html): Html | undefined {
  if (sightings.length === 0) return undefined;
  const more = sightings.length - mostShown;
  return html`<h3>Violations of all nights</h3>
    <p class="soft">
      Flake rate: of the nights that tested it, from the first to the last that saw it, the share in which it
      did not happen each time${more > 0 && `. ${more} more stand in nightly.json`}.
    </p>
    <div class="scroll" role="region" tabindex="0" aria-label="Violations of all nights">
      <table class="sightings">
        <caption>
          When each violation was seen, the newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            <th scope="col">First seen</th>
            <th scope="col">Last seen</th>
            <th scope="col" class="number">Nights</th>
            <th scope="col" class="number">Flake rate</th>
            <th scope="col">This night</th>
          </tr>
        </thead>
        <tbody>
          ${sightings.slice(0, mostShown).map(
            ({ requirement, first_seen: first, last_seen: last, nights, tried, flake_rate: rate, tonight }) =>
              html`<tr>
                <th scope="row">${link(requirement)}</th>
                <td data-label="first seen">${first.slice(0, 10)}</td>
                <td data-label="last seen">${last.slice(0, 10)}</td>
                <td class="number" data-label="nights">${nights} of ${tried}</td>
                <td class="number" data-label="flake rate">${Math.round(rate * 100)} %</td>
                <td class="verdict ${marks[tonight]}" data-label="this night">${words[tonight]}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
}

/** Since when nights have seen violations of a requirement, and how steadily; undefined in a run that is no night. */
export function seenBefore({ night }: Pick<Certificate, 'night'>, id: string): Html | undefined {
  const sighting = night?.sightings?.find(({ requirement }) => requirement === id);
  if (sighting === undefined) return undefined;
  const { first_seen: first, nights, tried, flake_rate: rate } = sighting;
  return nights === 1
    ? html`<p class="rule soft">No night before has seen it.</p>`
    : html`<p class="rule soft">
        Seen since ${first.slice(0, 10)}, in ${nights} of ${tried} nights; flake rate
        ${Math.round(rate * 100)} %.
      </p>`;
}
