import { certifyFault } from '../../suites/faults/certify-fault.ts';
import type { FaultAnswer, FaultQuestion } from './try-faults.ts';

/** Certifies a server that has the fault. Apart from `tryFaults`, since it loads the machines. */
export async function tryFault({ runs, seed, ...fault }: FaultQuestion): Promise<FaultAnswer> {
  return { id: fault.id, result: await certifyFault(fault, { runs, seed }) };
}
