import { levelsOf } from '../files/bounded-json.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { type JournalRecord, reduce, type Reducers } from './journal-records.ts';

/** Levels of a record: what was received is cut at a thousand before it is written. */
const mostLevels = 1200;

/** How much a record may hold. No run of payproof comes near: who forges one would have its reports take hours, or all memory. */
const most = {
  /** Of the name of a target, which a settings file bounds so. */
  name: 100,
  /** Of a version. */
  version: 200,
  /** Of any other text of the first record. */
  text: 20_000,
  /** Of the name of a state, an operation or an outcome. */
  word: 2000,
  transitions: 5000,
  /** Where the transitions of a machine may lead, all in all. */
  places: 10_000,
  steps: 2000,
  rules: 1000,
  breaches: 10_000,
  covered: 10_000,
} as const;

/** Throws SettingsError on the JSON of a record that is nested deeper than any is written. */
export function refuseDeep(json: string, line: number): void {
  if (opensMoreThan(json, mostLevels) && levelsOf(json, mostLevels) > mostLevels)
    throw new SettingsError(`line ${line} is nested deeper than ${mostLevels} levels, which no run writes`);
}

/** Counts at once what can open a level: hardly any record has so many. */
function opensMoreThan(json: string, many: number): boolean {
  let found = 0;
  for (const sign of ['{', '['])
    for (let at = json.indexOf(sign); at !== -1 && found <= many; at = json.indexOf(sign, at + 1)) found += 1;
  return found > many;
}

/** Throws SettingsError on a record that holds more than any run writes. */
export function refuseBeyond(record: JournalRecord, line: number): void {
  const refuse = (what: string, bound: keyof typeof most): never => {
    throw new SettingsError(`line ${line} has ${what} of more than ${most[bound]}, which no run writes`);
  };
  const reducers: Reducers = {
    run(run) {
      if (run.target.name.length > most.name) refuse('a name of a target', 'name');
      if (Object.values(run.tool).some((text) => (text?.length ?? 0) > most.version))
        refuse('a version', 'version');
      if (hasLongText(run)) refuse('a text', 'text');
    },
    machine({ name, transitions }) {
      if (transitions.length > most.transitions) refuse('a list of transitions', 'transitions');
      if (transitions.reduce((sum, { to }) => sum + to.length, 0) > most.places)
        refuse('a list of states', 'places');
      const words = transitions.flatMap(({ state, operation, outcome, to }) => [
        state,
        operation,
        outcome,
        ...to,
      ]);
      if ([name, ...words].some(({ length }) => length > most.word)) refuse('a name of a state', 'word');
    },
    sequence({ coverage, evidence }) {
      const covered = Object.keys(coverage);
      if (covered.length > most.covered || Object.keys(evidence).length > most.covered)
        refuse('a list of what was covered', 'covered');
      if (covered.some(({ length }) => length > most.word)) refuse('a name of a state', 'word');
    },
    failure({ sequence, transcript, requirement, breaches }) {
      if (Math.max(sequence.length, transcript.length) > most.steps) refuse('a sequence', 'steps');
      if (requirement.length > most.rules) refuse('a list of rules', 'rules');
      if (breaches.length > most.breaches) refuse('a list of breaches', 'breaches');
    },
  };
  reduce(reducers, record);
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > most.text;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}
