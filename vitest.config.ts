import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const resultsFile = process.env['PAYPROOF_TEST_RESULTS'];

/** What takes long by nature, and is run by `npm run test:all`. */
const slow = ['tests/**/*.slow.test.ts'];
/** Tests that start processes, or take the place of one: they change what a process has only once, such as its output and its signals. */
const ofProcesses = ['tests/{cli,faults,gauntlet,package}/**/*.test.ts'];

const self = {
  include: ['tests/**/*.test.ts'],
  // Where GitHub runs the tests, the command must print what it prints elsewhere. Tests that go through a checkout ask for a browser.
  env: { GITHUB_ACTIONS: '', PAYPROOF_CHROMIUM: 'none' },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  globalSetup: ['tests/support/build-first.ts'],
  // More than the cores, since many of these tests wait: for notifications, timeouts, child processes.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
};

export default defineConfig({
  test: {
    root: import.meta.dirname,
    // The counts that .ci/run prints are read from this file.
    ...(resultsFile ? { reporters: ['default', 'json'], outputFile: { json: resultsFile } } : {}),
    projects: [
      {
        test: {
          name: 'conformance',
          include: ['suites/conformance.suite.ts'],
          globalSetup: ['suites/global-setup.ts'],
          setupFiles: ['allure-vitest/setup'],
          // A worker of its own: the embedded server keeps the main thread busy.
          pool: 'threads',
          // A run ends by its own budget of sequences and requests, never by a test runner's clock.
          testTimeout: 0,
          hookTimeout: 0,
        },
      },
      {
        test: {
          ...self,
          name: 'self',
          exclude: [...ofProcesses, ...slow],
          // The files of a worker share what they import: most of them take less time than their imports.
          isolate: false,
        },
      },
      {
        test: {
          ...self,
          name: 'self-processes',
          include: ofProcesses,
          exclude: slow,
          // What they start keeps a core busy, and takes long on a busy machine.
          maxWorkers: availableParallelism(),
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...self,
          name: 'self-slow',
          include: slow,
          // Whole runs: each keeps a core busy, so that more of them at once take longer each, and end no sooner.
          maxWorkers: availableParallelism(),
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
