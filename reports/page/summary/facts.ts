import { judgedFile } from '../../../harness/records/run-settings.ts';
import type { Certificate } from '../../certificate/certificate-schema.ts';
import { duration } from '../../timeline/duration.ts';
import { html, type Html, type Part } from '../html.ts';

type Fact = readonly [name: string, value: Part];

/** What was run against what, and when. */
export function facts(certificate: Certificate): Html {
  const { totals, duration_ms: ms, seed, started_at: started, target, resumed = [], tool } = certificate;
  const traffic = certificate.settings?.[judgedFile];
  const all: readonly Fact[] = [
    ['target', target.name],
    ...(target.endpoints ?? []).map(({ interface: of, url, version, server, build }): Fact => [
      of,
      html`<samp>${url}</samp>
        ${[version, server, build].filter((one) => typeof one === 'string').join(', ')}`,
    ]),
    ['interfaces', target.interfaces.join(', ')],
    ['date', `${minute(started)} UTC, ${duration(ms)}`],
    ...resumed.map(({ at, requests_before: before }): Fact => [
      'resumed',
      `${minute(at)} UTC, after ${before} requests`,
    ]),
    ...(traffic === undefined
      ? [
          [
            'run',
            `${totals.requests} requests (${totals.shrink_requests} to shrink), ${totals.sequences} sequences, ${totals.webhooks} webhooks, seed ${seed}`,
          ] as const,
        ]
      : [
          ['traffic', `${traffic}: others have sent and recorded it, nothing was sent to judge it`] as const,
          [
            'judged',
            `${totals.requests} requests, ${totals.sequences} sequences, ${totals.webhooks} webhooks`,
          ] as const,
        ]),
    [
      'suite',
      [tool.name, tool.version, tool.commit?.slice(0, 12)].filter((one) => typeof one === 'string').join(' '),
    ],
  ];
  return html`<dl class="facts">
    ${all.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div> `,
    )}
  </dl>`;
}

/** What a verdict rests on, by digests: for who compares it with files; empty in runs of earlier versions. */
export function provenance({ documents = [], journal, digest }: Certificate): Html | undefined {
  const all: readonly Fact[] = [
    ...documents.map(({ name, sha256 }): Fact => [name, html`<code>${sha256}</code>`]),
    ...(journal === undefined ? [] : [[journal.file, html`<code>${journal.sha256}</code>`] as const]),
    ...(digest === undefined ? [] : [['certificate', html`<code>${digest}</code>`] as const]),
  ];
  if (all.length === 0) return undefined;
  return html`<table class="digests">
    <caption>
      What the verdict rests on (SHA-256)
    </caption>
    <tbody>
      ${all.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function minute(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}
