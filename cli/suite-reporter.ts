import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import { signals } from './interrupt.ts';

type Signal = (typeof signals)[number];

/** A vitest reporter that prints nothing: it watches for faults of our own, and hands an interrupt on. */
export class SuiteReporter implements Reporter {
  readonly #signal: AbortSignal;
  readonly #ours: Readonly<Record<Signal, ReadonlySet<NodeJS.SignalsListener>>>;
  readonly #faults: string[] = [];
  /** Why the run's folder can't be written any more. */
  unwritable: string | undefined;
  /** True once a run of at least one suite came to its end. */
  ran = false;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.#ours = { SIGINT: listening('SIGINT'), SIGTERM: listening('SIGTERM'), SIGHUP: listening('SIGHUP') };
  }

  /** Errors that accuse nobody, in words. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  onInit(vitest: Vitest): void {
    this.#signal.addEventListener('abort', () => void vitest.cancelCurrentRun('keyboard-input'), {
      once: true,
    });
    this.#takeSignals();
  }

  onTestRunStart(): void {
    this.#takeSignals();
    this.ran = false;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    this.ran = modules.length > 0;
    this.#faults.push(...errors.map((error) => error.message));
    for (const file of modules) {
      this.#faults.push(...file.errors().map((error) => error.message));
      for (const test of file.children.allTests('failed')) {
        const failed = test.result().errors ?? [];
        this.unwritable ??= failed.find(({ name }) => name === 'Unwritable')?.message;
        // An assertion is an accusation: it stands in the journal as a failure.
        this.#faults.push(
          ...failed.filter(({ name }) => name !== 'AssertionError').map(({ message }) => message),
        );
      }
    }
  }

  /** vitest's own listeners end the process within a millisecond, before anything is written. */
  #takeSignals(): void {
    for (const name of signals) {
      for (const listener of listening(name)) {
        if (!this.#ours[name].has(listener)) process.off(name, listener);
      }
    }
  }
}

function listening(name: Signal): ReadonlySet<NodeJS.SignalsListener> {
  return new Set(process.listeners(name));
}
