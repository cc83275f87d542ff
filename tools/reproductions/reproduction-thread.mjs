const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../cli/threads/threads.ts');
const { tryReproductions } = await import('./try-reproductions.ts');
answerQuestions(tryReproductions);
