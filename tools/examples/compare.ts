import { readFileSync } from 'node:fs';
import { check, CheckError } from '../../engine/check/check.ts';
import { bank, openBank } from '../../engine/examples/bank.ts';
import { bankFaults } from '../../engine/examples/bank-service.ts';
import { booking, openBooking } from '../../engine/examples/booking.ts';
import { bookingFaults } from '../../engine/examples/booking-service.ts';
import type { Call, Reply } from '../../engine/examples/call.ts';
import { jobQueue, openJobs } from '../../engine/examples/jobs.ts';
import { jobsFaults } from '../../engine/examples/jobs-service.ts';
import { openTodos, todos } from '../../engine/examples/todos.ts';
import { todosFaults } from '../../engine/examples/todos-service.ts';
import { checkBank } from './bank-commands.ts';
import { checkBooking } from './booking-commands.ts';
import { checkJobs } from './jobs-commands.ts';
import { checkTodos } from './todos-commands.ts';

/** One run against one service: whether it found something, and the calls that it took, those of shrinking included. */
export interface Tried {
  readonly fault: string | undefined;
  readonly seed: number;
  readonly found: boolean;
  readonly calls: number;
}

/** Tries a service with a fault, or without one. */
type Try = (fault: string | undefined, seed: number) => Promise<Tried>;

/** An example, tested in both ways. */
export interface Compared {
  readonly file: string;
  readonly title: string;
  readonly faults: readonly string[];
  readonly withCheck: Try;
  readonly withCommands: Try;
}

type Send = (call: Call) => Promise<Reply>;

async function tried(
  fault: string | undefined,
  seed: number,
  run: (counting: Counting) => Promise<unknown>,
  isFailure: (error: unknown) => boolean,
): Promise<Tried> {
  let calls = 0;
  const counting =
    (send: Send): Send =>
    (call) => {
      calls += 1;
      return send(call);
    };
  const found = await run(counting).then(
    () => false,
    (error: unknown) => {
      if (!isFailure(error)) throw error;
      return true;
    },
  );
  return { fault, seed, found, calls };
}

const ofCheck = (error: unknown) => error instanceof CheckError;
/** fast-check has no class of its own for what it throws. */
const ofCommands = (error: unknown) => error instanceof Error && error.message.includes('Property failed');

const settings = (seed: number) => ({ seed, bail: true });

type Counting = (send: Send) => Send;

/** An example by what opens its service with a fault: the same for both ways. */
function example<F extends string, S>(
  named: Pick<Compared, 'file' | 'title'>,
  faults: readonly F[],
  open: (fault: F | undefined, counting: Counting) => S,
  ways: {
    readonly check: (open: () => S, seed: number) => Promise<unknown>;
    readonly commands: (open: () => S, seed: number) => Promise<void>;
  },
): Compared {
  const way =
    (run: (open: () => S, seed: number) => Promise<unknown>, isFailure: (error: unknown) => boolean): Try =>
    (fault, seed) => {
      const known = faults.find((one) => one === fault);
      return tried(fault, seed, (counting) => run(() => open(known, counting), seed), isFailure);
    };
  return {
    ...named,
    faults,
    withCheck: way(ways.check, ofCheck),
    withCommands: way(ways.commands, ofCommands),
  };
}

/** The four examples with their faults. */
export const compared: readonly Compared[] = [
  example(
    { file: 'bank', title: 'bank account' },
    bankFaults,
    (fault, counting) => counting(openBank(fault)()),
    { check: (open, seed) => check(bank, open, settings(seed)), commands: checkBank },
  ),
  example(
    { file: 'todos', title: 'to-do list' },
    todosFaults,
    (fault, counting) => counting(openTodos(fault)()),
    { check: (open, seed) => check(todos, open, settings(seed)), commands: checkTodos },
  ),
  example(
    { file: 'booking', title: 'booking with a race' },
    bookingFaults,
    (fault, counting) => counting(openBooking(fault)()),
    { check: (open, seed) => check(booking, open, settings(seed)), commands: checkBooking },
  ),
  example(
    { file: 'jobs', title: 'job queue with polling' },
    jobsFaults,
    (fault, counting) => {
      const queue = openJobs(fault)();
      return { ...queue, send: counting(queue.send) };
    },
    { check: (open, seed) => check(jobQueue, open, settings(seed)), commands: checkJobs },
  ),
];

/** Lines of files that hold code: none that is blank, and no comment. */
export function linesOf(...paths: readonly string[]): number {
  const lines = paths.flatMap((path) =>
    readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').split('\n'),
  );
  return lines.filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)).length;
}

/** What each file of commands needs beside its own lines: who tests one service writes it there. */
export const scaffold = 'tools/examples/commands.ts';

/** Model and driver of an example, in both ways, and its service. */
export const filesOf = ({ file }: Pick<Compared, 'file'>) => ({
  withCheck: `engine/examples/${file}.ts`,
  withCommands: `tools/examples/${file}-commands.ts`,
  service: `engine/examples/${file}-service.ts`,
});
