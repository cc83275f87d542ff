import { parseArgs } from 'node:util';
import { printCases } from '../print-cases.ts';
import { wireCases } from './all-wires.ts';
import { everyVerb } from './verbs.ts';
import { faultRecordings, soundRecordings, type RecordingCase } from './recordings/cases.ts';

/**
 * Tries what lies between us and a target, or between a target and a recording of it: first the recordings, then each verb behind a
 * wall by several versions of Node, then each relay, proxy and limit as a run of its own. Prints three tables with what came out, and exits 1 where it is not as it must be. Arguments: texts that the names of cases
 * hold; `every verb` is the table of verbs.
 */
const { positionals } = parseArgs({ allowPositionals: true, options: {} });
const isChosen = (name: string): boolean =>
  positionals.length === 0 || positionals.some((part) => name.includes(part));

const recordings = [...soundRecordings, ...faultRecordings].filter(({ title }) => isChosen(title));
let wrong = 0;
for (const one of recordings) if (!(await printRecording(one))) wrong += 1;
process.stdout.write(`${recordings.length} recordings, ${wrong} came out otherwise than they must\n\n`);
if (positionals.length === 0 || isChosen('every verb')) {
  for await (const { node, verb, skipped, wrong: what, seconds } of everyVerb()) {
    if (what !== undefined) wrong += 1;
    const mark = what === undefined ? (skipped === undefined ? '✓' : '–') : '✗';
    process.stdout.write(`${mark} Node ${node}  ${verb}  ${skipped ?? `${seconds.toFixed(1)} s`}\n`);
    if (what !== undefined) process.stdout.write(`      ${what}\n`);
  }
  process.stdout.write('\n');
}
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
