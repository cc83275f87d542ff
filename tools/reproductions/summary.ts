import type { Tried } from '../../cli/faults/try-faults.ts';
import type { Apart, ReproductionAnswer, Side, TriedReproduction } from './try-reproductions.ts';

type TriedFault = Pick<Tried<ReproductionAnswer>, 'fault' | 'answer' | 'error'>;

/** The lines of one fault: what each reported failure came to on both servers, and for one that came out wrong the command that shows it. */
export function linesOf({ fault, answer, error }: TriedFault, command: string): readonly string[] {
  if (answer === undefined) return [`${fault.id}: could not be tried: ${error}`];
  if (answer.tried.length === 0) return [`${fault.id}: no failure`];
  return answer.tried.flatMap((one) => {
    const head = `${fault.id}: ${one.reproduction}: faulty ${one.faulty.came}, sound ${one.sound.came}`;
    if (one.apart !== undefined) return [`${head}, apart: ${one.apart}`];
    if (isRight(one)) return [head];
    const [faulty, sound] = [`    faulty: ${one.faulty.why ?? ''}`, `    sound: ${one.sound.why ?? ''}`];
    return [
      head,
      `    npm --prefix tools run ${command} --fault ${fault.id}`,
      `    ${one.steps.join(', ')}`,
      `    ${one.summary}`,
      ...(one.faulty.why === undefined ? [] : [faulty]),
      ...(one.sound.why === undefined ? [] : [sound]),
    ];
  });
}

const fails = ({ came }: Side): boolean => came === 'same failure' || came === 'other failure';
const isRight = ({ faulty, sound }: TriedReproduction): boolean => fails(faulty) && sound.came === 'passed';

/** What all came to together. `isRight`: at least 98 of 100 failed on the faulty server, and none on the sound one, or came apart there. */
export function summaryOf(
  tried: readonly TriedFault[],
  asked: number,
): { readonly lines: readonly string[]; readonly isRight: boolean } {
  const all = tried.flatMap(({ answer }) => answer?.tried ?? []);
  const judged = all.filter(({ apart }) => apart === undefined);
  const count = (of: readonly TriedReproduction[], is: (one: TriedReproduction) => boolean) =>
    of.filter(is).length;
  const faulty = (came: Side['came']) => count(judged, (one) => one.faulty.came === came);
  const failed = faulty('same failure') + faulty('other failure');
  const wrong = count(all, ({ sound }) => fails(sound));
  const unfound = tried.filter(({ answer }) => answer?.tried.length === 0).length;
  const broken = tried.filter(({ answer }) => answer === undefined).length;
  const apart = apartWords.map(([why, words]) => {
    const of = all.filter((one) => one.apart === why);
    return `  ${words}: ${of.length}, of which ${count(of, (one) => fails(one.faulty))} failed on a fresh faulty server all the same`;
  });
  return {
    lines: [
      `${tried.length} of ${asked} faults tried: ${unfound} without failure, ${broken} not tried to the end`,
      `${judged.length} failures: ${failed} failed on a fresh faulty server (${faulty('other failure')} of them otherwise), ${faulty('passed')} passed, ${faulty('not tried')} could not be tried`,
      `on a fresh sound server: ${wrong} of all ${all.length} failed, ${count(all, ({ sound }) => sound.came === 'not tried')} could not be tried`,
      `counted apart: ${all.length - judged.length}`,
      ...apart,
    ],
    isRight: wrong === 0 && judged.length > 0 && failed / judged.length >= leastFailing,
  };
}

const leastFailing = 0.98;

const apartWords: readonly (readonly [Apart, string])[] = [
  ['flaky', 'reported as flaky, which accuses nothing'],
  ['beside', 'reported as seen only beside what was made before'],
  ['rare', 'reported as wrong now and then, with its share of all replies of the run'],
  ['count', 'the guard counts over the life of the server'],
  ['chance', 'the guard draws for each request'],
];
