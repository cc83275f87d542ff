import { parseArgs } from 'node:util';
import { printCases } from '../print-cases.ts';
import { wireCases } from './all-wires.ts';
import { faultRecordings, soundRecordings, type RecordingCase } from './recordings/cases.ts';

/**
 * Tries what lies between us and a target, or between a target and a recording of it: first the recordings, then each relay, proxy and limit as a
 * run of its own. Prints two tables with what came out, and exits 1 where it is not as it must be. Arguments: texts that the names of cases
 * hold.
 */
const { positionals } = parseArgs({ allowPositionals: true, options: {} });
const isChosen = (name: string): boolean =>
  positionals.length === 0 || positionals.some((part) => name.includes(part));

const recordings = [...soundRecordings, ...faultRecordings].filter(({ title }) => isChosen(title));
let wrong = 0;
for (const one of recordings) if (!(await printRecording(one))) wrong += 1;
process.stdout.write(`${recordings.length} recordings, ${wrong} came out otherwise than they must\n\n`);
const cases = wireCases.filter(({ name }) => isChosen(name));
const areRight = cases.length === 0 || (await printCases(cases));
process.exitCode = wrong === 0 && areRight ? 0 : 1;

async function printRecording({ title, expect, run }: RecordingCase): Promise<boolean> {
  const { accused, summaries, judged, of } = await run();
  const isRight = expect === 'accuses nobody' ? accused.length === 0 : accused.includes(expect);
  process.stdout.write(
    `${isRight ? '  ' : '✗ '}${title.padEnd(64)} ${`${judged} of ${of} judged`.padEnd(18)} ${accused.join(', ') || 'nobody accused'}\n`,
  );
  if (!isRight) for (const summary of summaries) process.stdout.write(`      ${summary.slice(0, 240)}\n`);
  return isRight;
}
