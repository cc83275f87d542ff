import { afterAll, inject } from 'vitest';
import { openCheckedRun } from './run/check-claims.ts';
import { claimTests } from './claim-tests.ts';

const config = inject('payproof');
if (config === null) throw new Error('the run was not prepared: suites/global-setup.ts did not run');
const checked = await openCheckedRun(config);
afterAll(() => checked.run.close());
claimTests(() => checked);
