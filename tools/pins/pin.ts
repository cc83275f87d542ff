import { createHash } from 'node:crypto';
import { certificate } from '../../reports/certificate/certificate.ts';
import { fold } from '../../reports/journal/fold.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { register } from '../../reports/register.ts';
import { curlScript } from '../../reports/reproduction/curl/curl.ts';
import { hurlFile } from '../../reports/reproduction/hurl/hurl.ts';
import { reproduction } from '../../reports/reproduction/reproduction.ts';
import { vitestFile } from '../../reports/reproduction/vitest/vitest-file.ts';
import { faultsOf } from '../../reference/faults.ts';
import { defaultRuns } from '../../harness/means/scope.ts';
import { certifyEmbedded } from '../../suites/faults/certify-embedded.ts';
import { blaming, claimsAbout } from '../../suites/faults/certify-fault.ts';

/** What must stay as it is while code moves, by name: each is a short text, or a digest of a long one. */
export type Pin = Readonly<Record<string, string>>;

/** A run on the embedded target: sound, or with one fault, until that is blamed. */
export interface PinnedRun {
  readonly seed: number;
  readonly fault?: string;
}

/** Runs one of them and pins what it sent, what it judged, and the words that it judged in. */
export async function pinOf({ seed, fault: id }: PinnedRun): Promise<Pin> {
  const [fault] = faultsOf(id === undefined ? [] : [id]);
  const { records, failures, requests } = await certifyEmbedded({
    seed,
    runs: fault === undefined ? defaultRuns : 100,
    ...(fault !== undefined && {
      faults: [fault.id],
      claims: claimsAbout(fault),
      enough: (found) => found.some(blaming(fault)),
    }),
  });
  const pin = new Map([['requests', String(requests)]]);
  const nth = new Map<string, number>();
  const next = (name: string): string => {
    nth.set(name, (nth.get(name) ?? 0) + 1);
    return `${name} #${nth.get(name)}`;
  };
  // Several sequences run at once, so those of a suite end in no order; how overlapping requests fall is up to the machine.
  const judged = new Map<string, string[]>();
  for (const record of records)
    if (record.k === 'sequence' && !record.suite.endsWith('/races')) {
      const {
        suite,
        phase,
        digest = 'of a procedure',
        verdict,
        why = '',
        evidence,
        observed,
        coverage,
      } = record;
      const shown = digestOf([why, record.signatures, sorted(evidence), sorted(observed), sorted(coverage)]);
      getOrCreate(judged, `sequence of ${suite}, ${phase}: ${digest}`, () => []).push(
        `${verdict}, ${record.requests} requests, ${shown}`,
      );
    }
  for (const [name, verdicts] of judged) pin.set(name, verdicts.toSorted().join('; '));
  for (const failure of failures) {
    const name = next(`failure of ${failure.requirement.join(', ')}`);
    const found = { target: 'pinned', tool: { name: 'payproof', version: '0' } } as const;
    pin.set(name, `${failure.steps} steps, flaky ${failure.flaky}, ${failure.summary}`);
    pin.set(`${name}: sequence`, digestOf(failure.sequence));
    for (const [index, { rule, expected }] of failure.breaches.entries())
      pin.set(`${name}: breach ${index}`, `${rule}: ${expected}`);
    pin.set(
      `${name}: also permitted`,
      digestOf((failure.alsoPermitted ?? []).flat().map(({ expected }) => expected)),
    );
    pin.set(`${name}: .sh`, digestOf(curlScript(failure)));
    pin.set(`${name}: .hurl`, digestOf(hurlFile(failure)));
    pin.set(`${name}: .test.ts`, digestOf(vitestFile(failure)));
    pin.set(`${name}: .json`, digestOf(reproduction(failure, found).sequence));
  }
  const { requirements, latitudes, transitions, verdict, reasons } = certificate(fold(records), register);
  pin.set('verdict', `${verdict}: ${reasons.join(' ')}`);
  for (const { id: row, verdict: came, checks } of requirements)
    pin.set(`row ${row}`, `${came}, ${checks} checks`);
  for (const { id: point, observations } of latitudes)
    pin.set(
      `open point ${point}`,
      observations.map(({ choice, times }) => `${choice} × ${times}`).join(', '),
    );
  pin.set('transitions', digestOf(transitions));
  return Object.fromEntries([...pin].map(([name, value]) => [name, withoutInstants(value)]));
}

/** Instants differ from run to run. */
function withoutInstants(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?/g, '(an instant)');
}

function sorted(counts: object): unknown {
  return Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return createHash('sha256').update(withoutInstants(text)).digest('hex').slice(0, 12);
}
