import type { Scope } from '../../harness/means/scope.ts';

/** How a claim explores a machine: plain data. */
export interface MachineRun {
  /** A name of machines.ts. */
  readonly machine: string;
  readonly interface: Scope;
  /** Whether the notifications are judged too. */
  readonly notifications: boolean;
  /** True: no other suite uses the target meanwhile, and the sequences may move its clock. */
  readonly exclusive: boolean;
  /** True: they list what all sequences have, and that may count as a request on all of it. */
  readonly lists?: true;
}

/** The name under which runs of a machine share their evidence: an exclusive run proves what those before it did not. */
export function evidenceName({ machine, notifications, exclusive }: MachineRun): string {
  return notifications && !exclusive ? `${machine}, notifications` : machine;
}

/** Derives a second seed from the first. */
const otherSeed = 0x5eed;

/** The seed of a machine's exploration. */
export function seedOf({ notifications }: Pick<MachineRun, 'notifications'>, seed: number): number {
  return notifications ? seed ^ otherSeed : seed;
}
