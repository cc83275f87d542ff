const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../../cli/threads/threads.ts');
const { tryRows } = await import('./try-rows.ts');
answerQuestions(tryRows);
