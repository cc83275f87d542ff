const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../../cli/threads/threads.ts');
const { tryDistance } = await import('./try-distance.ts');
answerQuestions(tryDistance);
