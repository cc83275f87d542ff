import { Command } from 'commander';
import { faultRecordings, soundRecordings } from './cases.ts';

const program = new Command('recordings')
  .description(
    'judges HAR files as eight programs write them: of a right server with what each leaves out, which accuse nobody, and of wrong ones, which are accused',
  )
  .argument('[text]', 'cases whose titles hold this text alone')
  .parse();
const [text = ''] = program.args;

let wrong = 0;
for (const one of [...soundRecordings, ...faultRecordings].filter(({ title }) => title.includes(text))) {
  const { accused, summaries, judged, of } = await one.run();
  const isRight = one.expect === 'accuses nobody' ? accused.length === 0 : accused.includes(one.expect);
  if (!isRight) wrong += 1;
  process.stdout.write(
    `${isRight ? '  ' : '✗ '}${one.title.padEnd(64)} ${`${judged} of ${of} judged`.padEnd(18)} ${accused.join(', ') || 'nobody accused'}\n`,
  );
  if (!isRight) for (const summary of summaries) process.stdout.write(`      ${summary.slice(0, 240)}\n`);
}
process.stdout.write(`${wrong} of them came out otherwise than they must\n`);
process.exitCode = wrong === 0 ? 0 : 1;
