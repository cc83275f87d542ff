import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Suites run in the order of their paths, so that one seed gives one run; self tests keep vitest's own order. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const suites = files.filter((file) => file.project.name === 'conformance');
    const others = files.filter((file) => file.project.name !== 'conformance');
    suites.sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    return [...suites, ...(await super.sort(others))];
  }
}

const resultsFile = process.env['PAYPROOF_TEST_RESULTS'];

export default defineConfig({
  test: {
    root: import.meta.dirname,
    sequence: { sequencer: ByPath },
    // The counts that .ci/run prints are read from this file.
    ...(resultsFile ? { reporters: ['default', 'json'], outputFile: { json: resultsFile } } : {}),
    projects: [
      {
        test: {
          name: 'conformance',
          include: ['suites/**/*.suite.ts'],
          globalSetup: ['suites/run/global-setup.ts'],
          setupFiles: ['allure-vitest/setup'],
          // One worker for all suites: they share one session (client, receiver, journal) and wait on the network.
          pool: 'threads',
          isolate: false,
          fileParallelism: false,
          // A run ends by its own budget of sequences and requests, never by a test runner's clock.
          testTimeout: 0,
          hookTimeout: 0,
        },
      },
      {
        test: {
          name: 'self',
          include: ['tests/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // All cores: most of these tests wait on loopback servers or child processes.
          maxWorkers: '100%',
        },
      },
    ],
  },
});
