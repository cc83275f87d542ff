import type { Overrides } from './faults/fault.ts';
import { soundResourceRules as sound } from './resource/rules.ts';
import { withoutEnd } from '../spec/forms.ts';

/** Answers to several open points at once, under one name. */
export interface NamedProfile {
  readonly name: string;
  /** What is special about it, in a few words. */
  readonly summary: string;
  /** By latitude id. */
  readonly choices: Readonly<Record<string, string>>;
  /** What no single choice says. */
  readonly overrides: Overrides;
  /** Characters of an id after its prefix. */
  readonly idCharacters: number;
}

/** `2026-01-31T09:00:00.120Z` as `2026-01-31T09:00:00.12Z`. */
function withoutTrailingZeros(instant: string): string {
  return `${withoutEnd(withoutEnd(instant, 'Z'), '0').replace(/\.$/, '')}Z`;
}

/** The profiles that have a name. */
export const namedProfiles: readonly NamedProfile[] = [
  {
    name: 'as-recorded',
    summary:
      'lower-case states, order_ref in all events, instants without trailing zeros, null for what is unset, ids of 16 characters',
    choices: {
      'resource.states.letter-case': 'lower',
      'resource.fields.unset': 'null',
      'legacy.status.no-order-ref': 'null',
      'legacy.events.absent-fields': 'null',
      'legacy.events.order-ref-elsewhere': 'present',
    },
    overrides: { resource: { instant: (at) => withoutTrailingZeros(sound.instant(at)) } },
    idCharacters: 16,
  },
];

/** The profile of a name. Throws an Error that lists the known ones. */
export function profileNamed(name: string): NamedProfile {
  const found = namedProfiles.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known = namedProfiles.map((one) => one.name).join(', ');
  throw new Error(`the reference has no profile "${name}". Known: ${known}.`);
}
