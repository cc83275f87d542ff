const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../cli/threads/threads.ts');
const { judgeLoaded } = await import('./load-mutant.ts');
answerQuestions(judgeLoaded);
