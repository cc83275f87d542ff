const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../cli/threads/threads.ts');
const { tryProfile } = await import('./try-profile.ts');
answerQuestions(tryProfile);
