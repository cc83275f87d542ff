import type { z } from 'zod';
import type { Json, Sequence, Step } from '../../engine/model.ts';
import { fieldsOf, FIRST } from '../../generators/malformed.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { at, isObject } from '../../models/checks.ts';
import type { ApiCall, Call } from '../../models/wire.ts';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';
import { captureRequest } from '../../spec/legacy/capture.ts';
import { refundRequest } from '../../spec/legacy/refund.ts';
import { updateRequest } from '../../spec/legacy/update.ts';
import { createRequest } from '../../spec/resource/payments/create.ts';
import { type AnyMachine, machineNamed } from '../../suites/explore/machines.ts';
import { replaySequence } from '../../suites/replay/replay.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../suites/run/unwritten-run.ts';

/** A field of a request of a reproduction. */
export interface Field {
  /** Number of the step, from 1, and the path in its body: `1 authorize order.tax`. */
  readonly name: string;
  /** Whether the table of the operation calls it required. */
  readonly required: boolean;
}

/** What leaving out each field of a reproduction showed. */
export interface LeftOut {
  /** How many fields its requests have. */
  readonly fields: number;
  /** Those without which the reproduction still fails in the same way on the faulty server. */
  readonly spare: readonly Field[];
}

type Path = readonly (string | number)[];
type Body = { readonly [key: string]: Json };
type Operations = AnyMachine['operations'];

/** The schemas with required fields; another body has none, beside the ids that its path or its first field names. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'legacy authorize': authorizeRequest,
  'legacy capture': captureRequest,
  'legacy refund': refundRequest,
  'legacy update': updateRequest,
  'resource create': createRequest,
};

/** Objects to which their values are added when the call is made, so that these are left out of the call. */
const asWholes: ReadonlySet<string> = new Set(['buyer', 'order']);

/** Leaves out each field of each request of a reproduction, one after another, and replays it on a server with the fault. Undefined when it does not fail there as it is: it hangs on the requests before. */
export async function leavingOutEach(fault: string, found: FailureRecord): Promise<LeftOut | undefined> {
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed: 1,
    faults: [fault],
  });
  try {
    const config = unwrittenConfig(server.target, await preflight(server.target));
    return await inUnwrittenRun(config, found.suite, async (session): Promise<LeftOut | undefined> => {
      const machine = machineNamed(found.machine, session.setup(found.exclusive));
      if (machine === undefined) throw new Error(`${found.machine} is no machine`);
      const sent: { readonly step: Step; readonly call: ApiCall }[] = [];
      const replay = async (changed: AnyMachine, sequence: Sequence = found.sequence): Promise<boolean> =>
        (await replaySequence(session, changed, { ...found, sequence })).came === 'same failure';
      const noting = withCalls(machine, (call, step) => {
        if (call.to !== 'control') sent.push({ step, call });
        return call;
      });
      if (!(await replay(noting))) return undefined;
      const spare: Field[] = [];
      let fields = 0;
      for (const [nth, step] of found.sequence.entries()) {
        const body = sent.find((one) => one.step.id === step.id)?.call.body;
        for (const path of pathsIn(body ?? null)) {
          fields += 1;
          // What is drawn is left out before the checksum is made of it.
          const isDrawn =
            !asWholes.has(path.join('.')) && at(step.data, ['body', ...path.map(String)]) !== undefined;
          const still = isDrawn
            ? await replay(machine, found.sequence.with(nth, withoutDrawn(step, path)))
            : await replay(
                withCalls(machine, (call, { id }) =>
                  id === step.id && call.to !== 'control'
                    ? { ...call, body: without(call.body ?? null, path) }
                    : call,
                ),
              );
          if (still)
            spare.push({
              name: `${nth + 1} ${step.operation} ${path.join('.')}`,
              required: isRequired(found, step, path),
            });
        }
      }
      return { fields, spare };
    });
  } finally {
    await server.close();
  }
}

/** The machine with other calls. */
function withCalls(machine: AnyMachine, change: (call: Call, step: Step) => Call): AnyMachine {
  const operations: Operations = machine.operations.map((operation) => ({
    ...operation,
    resolve: (state, step) => {
      const call = operation.resolve(state, step);
      return call && change(call, step);
    },
  }));
  return { ...machine, operations };
}

/** The path of each field, of each element of a list but an only one, and of what is in them. */
function* pathsIn(value: Json, path: Path = []): IterableIterator<Path> {
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [key, inner] of entries) {
    const here = [...path, key];
    if (key === 'payment_id' || key === 'checksum') continue;
    if (entries.length > 1 || typeof key === 'string') yield here;
    yield* pathsIn(inner, here);
  }
}

const withoutDrawn = (step: Step, path: Path): Step => ({
  ...step,
  data: without(step.data ?? null, ['body', ...path]),
});

function without(value: Json, [key = '', ...rest]: Path): Json {
  if (Array.isArray(value)) {
    const index = Number(key);
    const list = value as readonly Json[];
    return rest.length === 0
      ? list.toSpliced(index, 1)
      : list.with(index, without(list[index] ?? null, rest));
  }
  const { [key]: held = null, ...others } = value as Body;
  return rest.length === 0 ? others : { ...(value as Body), [key]: without(held, rest) };
}

/** Whether the table of an operation demands a field; an element of a list is not one. */
function isRequired({ interface: side }: FailureRecord, { operation }: Step, path: Path): boolean {
  const schema = schemas[`${side} ${operation}`];
  if (schema === undefined || typeof path.at(-1) === 'number') return false;
  const name = path.map((part) => (typeof part === 'number' ? FIRST : part)).join('.');
  return [...fieldsOf(schema, [])].some((field) => field.required && field.path.join('.') === name);
}
