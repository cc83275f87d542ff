/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- plain JavaScript, since a thread starts without TypeScript */
const { register } = await import('tsx/esm/api');
register();
const { checkInThread } = await import('../cli/run/suites-thread.ts');
await checkInThread();
