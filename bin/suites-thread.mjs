import { load } from './load.mjs';

const { checkInThread } = await load({
  built: () => import('../dist/cli/run/suites-thread.js'),
  source: () => import('../cli/run/suites-thread.ts'),
});
await checkInThread();
