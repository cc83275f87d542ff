import { load } from './load.mjs';

const { tryFaultsInThread } = await load({
  built: () => import('../dist/cli/faults/fault-thread.js'),
  source: () => import('../cli/faults/fault-thread.ts'),
});
tryFaultsInThread();
