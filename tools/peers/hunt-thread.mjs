const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../cli/threads/threads.ts');
const { huntByBoth } = await import('./hunt.ts');
answerQuestions(huntByBoth);
