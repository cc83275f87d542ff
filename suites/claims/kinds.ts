import { certifyMachine } from '../explore/certify-machine.ts';
import { certifyRaces, racesOf } from '../races/certify-races.ts';
import type { Pattern } from '../races/pattern.ts';
import type { MachineRun } from '../explore/machine-run.ts';
import type { Claim } from '../run/claim.ts';

type About = Omit<Claim, 'kind' | 'machine' | 'check'>;

/** Of the random sequences, the share where a suite holds the target alone: they go one after another. */
const exclusiveShare = 0.5;

/** Judges every sequence of a machine. */
export function machineClaim(
  about: About,
  run: Pick<MachineRun, 'machine'> & Partial<Pick<MachineRun, 'notifications' | 'exclusive' | 'inTurn'>>,
): Claim & { readonly machine: MachineRun } {
  const machine = { notifications: false, exclusive: false, ...run, interface: about.scope };
  const sequences = (runs: number): number => Math.ceil(runs * (machine.exclusive ? exclusiveShare : 1));
  return {
    ...about,
    kind: 'machine',
    machine,
    sequences,
    check: (session) => certifyMachine(session, { ...machine, runs: sequences(session.plan.runs) }),
  };
}

/** Releases requests on one entity together. */
export function raceClaim(about: About, patterns: readonly Pattern[]): Claim {
  const sequences = (runs: number): number => patterns.length * racesOf(runs);
  return {
    ...about,
    kind: 'races',
    sequences,
    check: (session) => certifyRaces(session, patterns, about.scope),
  };
}
