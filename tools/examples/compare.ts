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
  run: (counting: (send: Send) => Send) => Promise<unknown>,
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

/** The four examples with their faults. */
export const compared: readonly Compared[] = [
  {
    file: 'bank',
    title: 'bank account',
    faults: bankFaults,
    withCheck: (fault, seed) =>
      tried(
        fault,
        seed,
        (counting) => check(bank, () => counting(openBank(faultOf(bankFaults, fault))()), settings(seed)),
        ofCheck,
      ),
    withCommands: (fault, seed) =>
      tried(
        fault,
        seed,
        (counting) => checkBank(() => counting(openBank(faultOf(bankFaults, fault))()), seed),
        ofCommands,
      ),
  },
  {
    file: 'todos',
    title: 'to-do list',
    faults: todosFaults,
    withCheck: (fault, seed) =>
      tried(
        fault,
        seed,
        (counting) => check(todos, () => counting(openTodos(faultOf(todosFaults, fault))()), settings(seed)),
        ofCheck,
      ),
    withCommands: (fault, seed) =>
      tried(
        fault,
        seed,
        (counting) => checkTodos(() => counting(openTodos(faultOf(todosFaults, fault))()), seed),
        ofCommands,
      ),
  },
  {
    file: 'booking',
    title: 'booking with a race',
    faults: bookingFaults,
    withCheck: (fault, seed) =>
      tried(
        fault,
        seed,
        (counting) =>
          check(booking, () => counting(openBooking(faultOf(bookingFaults, fault))()), settings(seed)),
        ofCheck,
      ),
    withCommands: (fault, seed) =>
      tried(
        fault,
        seed,
        (counting) => checkBooking(() => counting(openBooking(faultOf(bookingFaults, fault))()), seed),
        ofCommands,
      ),
  },
  {
    file: 'jobs',
    title: 'job queue with polling',
    faults: jobsFaults,
    withCheck: (fault, seed) =>
      tried(
        fault,
        seed,
        (counting) => check(jobQueue, () => countingJobs(counting, fault), settings(seed)),
        ofCheck,
      ),
    withCommands: (fault, seed) =>
      tried(fault, seed, (counting) => checkJobs(() => countingJobs(counting, fault), seed), ofCommands),
  },
];

function countingJobs(counting: (send: Send) => Send, fault: string | undefined) {
  const queue = openJobs(faultOf(jobsFaults, fault))();
  return { ...queue, send: counting(queue.send) };
}

function faultOf<F extends string>(faults: readonly F[], named: string | undefined): F | undefined {
  return faults.find((fault) => fault === named);
}

/** Lines of a file that hold code: none that is blank, and no comment. */
export function linesOf(path: string): number {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)).length;
}

/** Model and driver of an example, in both ways, and its service. */
export const filesOf = ({ file }: Pick<Compared, 'file'>) => ({
  withCheck: `engine/examples/${file}.ts`,
  withCommands: `tools/examples/${file}-commands.ts`,
  service: `engine/examples/${file}-service.ts`,
});
