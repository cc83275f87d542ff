import type { Machine } from '../../engine/machine.ts';
import { withFewWrongKeys } from '../../generators/request-mutations.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../generators/resource/machine.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall, Call, Notification, Reply } from '../../models/wire.ts';
import { legacyOperations, resourceOperations } from '../../spec/operations.ts';

/** A machine of any state: only the engine reads that. */
export type AnyMachine = Machine<unknown, Call, Reply, Notification>;

interface MachineOf {
  readonly to: ApiCall['to'];
  readonly make: (setup: Setup) => AnyMachine;
}

const machines: Readonly<Record<string, MachineOf>> = {
  legacy: { to: 'legacy', make: legacyMachine },
  'resource-payments': { to: 'resource', make: resourcePaymentsMachine },
  'resource-tokens': { to: 'resource', make: resourceTokensMachine },
};

/** The machine that a suite or a reproduction names; undefined when there is none of that name. */
export function machineNamed(name: string, setup: Setup): AnyMachine | undefined {
  const machine = Object.hasOwn(machines, name) ? machines[name]?.make(setup) : undefined;
  const { wrongKeys } = setup;
  return machine !== undefined && wrongKeys !== undefined ? withFewWrongKeys(machine, wrongKeys) : machine;
}

/** The interface that the requests of a machine are sent to; undefined when there is none of that name. */
export function interfaceOf(name: string): ApiCall['to'] | undefined {
  return Object.hasOwn(machines, name) ? machines[name]?.to : undefined;
}

/** The names that reproductions may give. */
export const machineNames: readonly string[] = Object.keys(machines);

/** The operations, as the register names them, that each machine is to cover; it may use others to prepare for them. */
export const ownOperations: Readonly<Record<string, readonly string[]>> = {
  legacy: ['common', ...Object.keys(legacyOperations)],
  'resource-payments': ['common', 'payment', ...resourceNamesOf('payment')],
  'resource-tokens': ['token', ...resourceNamesOf('token')],
};

/** Those of a machine whose run holds the target alone, where they are more: payments are made of tokens, and no other run moves the clock for these. */
export const aloneOperations: Readonly<Record<string, readonly string[]>> = {
  'resource-payments': Object.entries(ownOperations).flatMap(([name, own]) =>
    interfaceOf(name) === 'resource' ? own : [],
  ),
};

function resourceNamesOf(entity: 'payment' | 'token'): readonly string[] {
  return Object.entries(resourceOperations).flatMap(([name, { of }]) => (of === entity ? [name] : []));
}
