const { register } = await import('tsx/esm/api');
register();
const { answerQuestions } = await import('../../cli/threads/threads.ts');
const { searchFault } = await import('./search-fault.ts');
answerQuestions(searchFault);
