import type { Certificate } from '../../certificate/certificate-schema.ts';
import { html, type Html } from '../html.ts';

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
