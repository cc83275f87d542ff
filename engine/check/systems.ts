import { shown, wordsOf } from '../build/match.ts';
import { Thrown } from '../build/expect.ts';
import type { Called } from '../build/operation.ts';

/** Sends a call to the system under test and gives its reply. */
export type Send<C> = (call: C) => unknown;

/** A system under test, or the way to it. */
export interface System<C> {
  send: Send<C>;
  /** Makes it as it was in the beginning, before each sequence. Absent: it is used for one sequence alone. */
  reset?(): unknown;
  /** Called when it is not needed any more. */
  close?(): unknown;
  /** Waits between two calls of `eventually`, ms: for a system with a clock of its own. Default: it waits as long. */
  wait?(ms: number): unknown;
}

/** Opens a fresh system for each sequence: gives what sends a call to it. Or one system that can be reset. */
export type Systems<C> =
  (() => Send<C> | System<C> | Promise<Send<C> | System<C>>) | (System<C> & { reset(): unknown });

/** A call got no answer: it may have been executed or not. A driver throws it, or an error of the network, which is known by its code. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

const timeouts: ReadonlySet<unknown> = new Set(['AbortError', 'TimeoutError']);

/** Why there was no answer, where an error says that there was none. Undefined: it is a fault of the driver. */
export function lostBecause(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Lost || timeouts.has(error.name)) return error.message;
  const coded = [error, error.cause].find(
    (one) => one instanceof Error && 'code' in one && networkCodes.has(one.code),
  );
  return coded instanceof Error ? coded.message || wordsOf(error) : undefined;
}

/** Opens a system once more. Throws an Error that says what a driver is where it is none. */
export async function openFresh<C>(systems: Systems<C>): Promise<System<C>> {
  const opened: unknown = typeof systems === 'function' ? await systems() : systems;
  if (typeof opened === 'function') return { send: opened as Send<C> };
  if (
    typeof opened === 'object' &&
    opened !== null &&
    'send' in opened &&
    typeof opened.send === 'function'
  ) {
    const system = opened as System<C>;
    await system.reset?.();
    return system;
  }
  throw new Error(
    `the driver opened ${shown(opened)}: give a function that opens a fresh system and gives what sends a call, () => (call) => reply, or { send, reset }`,
  );
}

/**
 * A driver for functions in this process: each call is a function of a fresh object, by its name, with the inputs in their order. What it gives is the
 * reply; what it throws is one too, for `expect.throws()`.
 *
 * @example
 * ```ts
 * import { check, functions, machine } from 'payproof/engine';
 *
 * const counter = machine({
 *   state: 0,
 *   operations: ({ operation, expect }) => [
 *     operation('increment', { expect: (n) => expect.reply(n + 1).then(n + 1) }),
 *   ],
 * });
 * let n = 0;
 * await check(counter, functions(() => ((n = 0), { increment: () => (n += 1) })));
 * ```
 */
export function functions(open: () => object): () => System<Called> {
  return () => {
    const system = open();
    return {
      send: async ({ name, args }) => {
        const called: unknown = (system as Readonly<Record<string, unknown>>)[name];
        if (typeof called !== 'function')
          throw new Error(
            `the system has no function "${name}": name the operation as the function, or give it a \`call\``,
          );
        try {
          return (await called.apply(system, args)) as unknown;
        } catch (error) {
          if (lostBecause(error) !== undefined) throw error;
          return new Thrown(wordsOf(error));
        }
      },
    };
  };
}
