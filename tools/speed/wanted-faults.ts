import { faults } from '../../reference/faults.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { evenly } from '../peers/sample.ts';

/** Which faults of the register are measured: those named, otherwise some of all. */
export interface WantedFaults {
  readonly named: readonly string[];
  /** Faults at most, evenly over those whose id begins with `prefix`. */
  readonly most: number;
  readonly prefix: string;
}

/** The faults that are wanted, and how many there are to choose from. Throws an Error for an id that there is not. */
export function wantedFaults({ named, most, prefix }: WantedFaults): {
  readonly chosen: readonly Fault[];
  readonly of: number;
} {
  const byId = new Map(faults.map((fault) => [fault.id, fault]));
  const chosen = named.map((id) => {
    const fault = byId.get(id);
    if (fault === undefined) throw new Error(`there is no fault "${id}": payproof faults --list lists them`);
    return fault;
  });
  const all = faults.filter(({ id }) => id.startsWith(prefix));
  return { chosen: chosen.length > 0 ? chosen : evenly(all, most), of: all.length };
}
