import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { eventLatitudes } from '../../../spec/legacy/latitudes/events-latitudes.ts';
import { update } from '../../../spec/legacy/update.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { allRequirements } from '../../../spec/register.ts';

/** Rows and open points whose checks are notifications. */
const aboutNotifications: ReadonlySet<string> = new Set([
  ...allRequirements.filter(({ needs = [] }) => needs.includes('webhooks')).map(({ id }) => id),
  ...Object.values(eventLatitudes).map(({ id }) => id),
]);

/** An update shows this where a real second has gone by since the authorization: how often it has depends on how busy the machine is. */
const aboutRealSeconds: ReadonlySet<string> = new Set([update.keepsExpiry.id]);

/** How long a list is depends on what other sequences have made by then: whether a long one came differs between two unbroken runs too. */
const aboutOthers: ReadonlySet<string> = new Set([resourceLatitudes.listPaging.id]);

type Fact = readonly [what: string, is: unknown];

/**
 * Which counts are compared beside the verdicts. `untimed`: not how many checks rows about notifications or real seconds hold, since it differs between two
 * unbroken runs too: a notification that may come counts when it comes early enough. `none`: on a server whose clock goes on while a run is killed, which payments have
 * expired by then differs as well.
 */
export type Counts = 'all' | 'untimed' | 'none';

/** What is different in the certificate of a resumed run from that of the unbroken one, in words. */
export function certificateDifferences(
  unbroken: Certificate,
  resumed: Certificate,
  { counts = 'all' }: { readonly counts?: Counts } = {},
): readonly string[] {
  const [was, is] = [unbroken, resumed].map((one) => new Map(factsOf(one, counts)));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((what) => {
    const [one, other] = [was, is].map((facts) => JSON.stringify(facts?.get(what)));
    return one === other ? [] : [`${what}: ${one}, resumed ${other}`];
  });
}

function factsOf(certificate: Certificate, counts: Counts): readonly Fact[] {
  const { verdict, reasons, totals, failures, requirements, latitudes, transitions } = certificate;
  const isCounted = (id: string) =>
    counts === 'all' || (counts === 'untimed' && !aboutNotifications.has(id) && !aboutRealSeconds.has(id));
  const accused = failures.map(({ requirement, flaky, steps }) => [requirement, flaky, steps]);
  return [
    ['verdict', verdict],
    ['reasons', reasons],
    ['accusations', accused.map((one) => JSON.stringify(one)).toSorted()],
    ...requirements.map((row): Fact => [row.id, isCounted(row.id) ? [row.verdict, row.checks] : row.verdict]),
    ...latitudes
      .filter(({ id }) => isCounted(id) && !aboutOthers.has(id))
      .map(({ id, observations }): Fact => [id, observations.map(({ choice, times }) => [choice, times])]),
    ...(counts === 'none'
      ? []
      : [
          ['sequences', totals.sequences] as const,
          ...transitions.map(({ times, ...where }): Fact => [Object.values(where).join(' | '), times]),
        ]),
  ];
}
