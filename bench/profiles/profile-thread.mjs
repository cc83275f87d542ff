/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- plain JavaScript, since a thread starts without TypeScript */
const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../cli/faults/threads.ts');
const { tryProfile } = await import('./try-profile.ts');
answerQuestions(tryProfile);
