import { load } from './load.mjs';

const { planInThread } = await load({
  built: () => import('../dist/cli/threads/plan-in-thread.js'),
  source: () => import('../cli/threads/plan-in-thread.ts'),
});
planInThread();
