import type { Command } from 'commander';
import type { GithubCommands } from './github-commands.ts';

/** Adds a verb to the program; `exit` takes the status that the verb ends with, and `github` what a runner of workflows is told. */
type AddVerb = (program: Command, exit: (code: number) => void, github: GithubCommands) => void;

/** Each verb with how its module is loaded, in the order of the help: a verb that is not wanted costs up to two seconds. */
const verbs: Readonly<Record<string, () => Promise<AddVerb>>> = {
  init: async () => (await import('../init.ts')).addInit,
  certify: async () => (await import('../certify.ts')).addCertify,
  nightly: async () => (await import('../nightly.ts')).addNightly,
  serve: async () => (await import('../serve.ts')).addServe,
  replay: async () => (await import('../replay.ts')).addReplay,
  doctor: async () => (await import('../doctor.ts')).addDoctor,
  faults: async () => (await import('../faults.ts')).addFaults,
  judge: async () => (await import('../judge.ts')).addJudge,
  work: async () => (await import('../work.ts')).addWork,
  merge: async () => (await import('../merge.ts')).addMerge,
  fleet: async () => (await import('../fleet.ts')).addFleet,
  diff: async () => (await import('../diff.ts')).addDiff,
  report: async () => (await import('../report.ts')).addReport,
  verify: async () => (await import('../verify.ts')).addVerify,
  sign: async () => (await import('../sign.ts')).addSign,
  pack: async () => (await import('../pack.ts')).addPack,
  keygen: async () => (await import('../keygen.ts')).addKeygen,
  requirements: async () => (await import('../catalogue/requirements.ts')).addRequirements,
  explain: async () => (await import('../catalogue/explain.ts')).addExplain,
};

/** Adds the verb that a command line names; all of them when it names none, for the help and the messages that list them. */
export async function addVerbs(
  program: Command,
  argv: readonly string[],
  exit: (code: number) => void,
  github: GithubCommands,
): Promise<void> {
  if (argv.includes('--version') || argv.includes('-V')) return;
  const named = argv.find((word) => !word.startsWith('-'));
  const load = named === undefined ? undefined : verbs[named];
  const wanted = load === undefined ? Object.values(verbs) : [load];
  for (const add of await Promise.all(wanted.map((loadVerb) => loadVerb()))) add(program, exit, github);
  // Completion knows all verbs and their options, so it is added where all of them are.
  if (load === undefined) await addCompletion(program);
}

/** `completion SHELL`: prints the script with which a shell completes verbs and options. The script calls `complete`. */
async function addCompletion(program: Command): Promise<void> {
  const { default: withCompletion } = await import('@bomb.sh/tab/commander');
  withCompletion(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('prints the script with which your shell completes verbs and options')
    .addHelpText(
      'after',
      `
Examples:
  payproof completion bash > ~/.local/share/bash-completion/completions/payproof
  payproof completion zsh > "\${fpath[1]}/_payproof"
  payproof completion fish > ~/.config/fish/completions/payproof.fish`,
    );
}
