import { claims } from '../../../suites/claims/all-claims.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { ReferenceOptions } from '../../../reference/server.ts';
import type { Document } from '../../../spec/requirement.ts';
import type { Tampering } from '../support/proxy.ts';
import type { PassOn } from '../support/relay.ts';

/** What of a document permits a behaviour: a statement of it, or that it shows nothing. */
export interface PermittedBy {
  readonly document: Document;
  /** As in the rows of `spec/`: `Endpoints › Capture`. */
  readonly section: string;
  /** In our own words, or a short quote. */
  readonly says: string;
}

/** How the behaviour is made. All parts are optional; a row has at least one. */
export interface Ways {
  /** The reference, by the choices that it has. */
  readonly server?: Pick<
    ReferenceOptions,
    'profile' | 'named' | 'erratic' | 'chaos' | 'settings' | 'aheadMs' | 'overrides'
  >;
  /** A proxy before it. Control calls and the checkout pass through it too. */
  readonly proxy?: () => Tampering;
  /** What happens to its notifications on their way to the receiver. */
  readonly notifications?: () => PassOn;
  /** The settings of the target. */
  readonly settings?: (target: Target) => Target;
}

/** A behaviour that the documents permit: a server with it is accused of nothing, and everything is tested as without it. */
export interface PermittedRow extends Ways {
  /** What the server does. */
  readonly name: string;
  readonly permittedBy: PermittedBy;
  /** The claims that meet it; few, so that a row takes seconds. */
  readonly claims: readonly (keyof typeof claims)[];
  /** Random sequences for each claim. Default: 8. What they leave without evidence is planned, as in every run. */
  readonly runs?: number;
  /** Names a group: its rows do not interact, have the same claims, and are certified by one run; singly where that goes wrong. */
  readonly together?: string;
  /** A seeded fault that is still found behind the behaviour. */
  readonly finds?: string;
  /** Requirements that can not be tried behind it, each with the reason. */
  readonly unseen?: Readonly<Record<string, string>>;
  /** `npm run test:all` runs it as well. */
  readonly short?: true;
}

/** Whether a row shows only in a browser that goes through the checkout. */
export function needsBrowser({ claims: names }: Pick<PermittedRow, 'claims'>): boolean {
  return names.some((name) => claims[name].needs.some((one) => one === 'checkout'));
}

/** The rows, those of one group side by side. */
export function askedTogether(rows: readonly PermittedRow[]): readonly (readonly PermittedRow[])[] {
  const groups = new Map<string, PermittedRow[]>();
  for (const row of rows) {
    const { name, together, runs } = row;
    const key = together === undefined ? name : JSON.stringify([together, row.claims, runs]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}
