import type { Command } from 'commander';
import { diagnose, type Diagnosis } from '../harness/preflight/diagnose.ts';
import type { Finding } from '../harness/preflight/finding.ts';
import { redactorOf } from '../harness/secrets/redact.ts';
import type { Target } from '../harness/settings/settings.ts';
import type { RunRecord } from '../harness/journal/journal-records.ts';
import { whyUntestable } from '../reports/certificate/applicable.ts';
import { missingCores } from '../reports/certificate/run-scope.ts';
import { counted } from '../reports/words/counted.ts';
import { grouped } from '../reports/words/grouped.ts';
import { plain } from '../reports/words/plain.ts';
import { allRequirements } from '../spec/register.ts';
import { type TargetTroubles, troublesOf } from '../harness/preflight/target-troubles.ts';
import { runRecord } from '../suites/run/prepare.ts';
import { reachTarget } from '../suites/availability/reach-target.ts';
import { makeByCheckout, withMade } from '../suites/supplies/by-checkout.ts';
import { unwrittenPlan } from '../suites/run/unwritten-run.ts';
import { exitCodes } from './command/exit-codes.ts';
import { marks } from './doctor/marks.ts';
import { presumedCheckout } from './doctor/presumed-checkout.ts';
import { runRecording } from './doctor/run-recording.ts';
import { tryPersonas } from './doctor/try-personas.ts';
import { withTarget, type TargetOptions } from './command/options.ts';
import { terminalJson, terminalText } from './command/terminal.ts';

/** `doctor`: says before any run what is wrong with a target's settings and what can't be tested on it. */
export function addDoctor(program: Command, exit: (code: number) => void): void {
  withTarget(
    program
      .command('doctor')
      .description(
        "checks a target's settings, keys, clock, control and webhook path, and what can't be tested",
      ),
  )
    .option(
      '--checkout',
      'open the checkout in a browser window, record how somebody goes through it, and print the steps as settings',
    )
    .addHelpText(
      'after',
      `
Sends a few harmless requests and judges nothing. Authorizes the least amount for each persona, unless money is real, and closes what is
approved. Says what to enter as the webhook URL where payproof can't set it on the target.

--checkout does nothing of that. It opens a payment page in a browser window; somebody goes through the checkout once, and the steps are printed
as settings. Buys something with test keys, and closes what is approved. Ctrl-C ends it with what was recorded until then.

Examples:
  payproof doctor
  payproof doctor --target sandbox
  payproof doctor --target sandbox --checkout

Exit status:
  0    the settings are right; some requirements may still not be testable
  2    a setting is wrong, or a key was refused
  3    the target, its control interface or its webhook path could not be reached, or the core of a claimed interface can't
       be tried: certify would end with 3 as well; with --checkout, the callback was told nothing
  130  interrupted; with --checkout, what was recorded is printed`,
    )
    .action(async (options: DoctorOptions) => exit(await runDoctor(options)));
}

/** The options of `doctor`. */
interface DoctorOptions extends TargetOptions {
  readonly checkout?: boolean;
}

async function runDoctor({ checkout = false, ...options }: DoctorOptions): Promise<number> {
  if (checkout) return runRecording(options);
  const { target, close } = await reachTarget(options, { readsOnly: true });
  const redact = redactorOf(target);
  const line = ({ part, verdict, text }: Finding) =>
    `${marks[verdict]} ${part.padEnd(8)}  ${plain(redact(text))}`;
  try {
    if (!options.json) process.stdout.write(`${terminalText(target.name)}\n`);
    const print = (finding: Finding): void => {
      if (!options.json) process.stdout.write(`${line(finding)}\n`);
    };
    const { capabilities, findings } = await diagnose(target, print);
    // Where its keys are refused, so is everybody.
    const isLegacyWell = findings.some(({ part, verdict }) => part === 'legacy' && verdict === 'well');
    const personas = isLegacyWell ? await tryPersonas(target, capabilities) : [];
    personas.forEach(print);
    const diagnosis = { capabilities, findings: [...findings, ...personas] };
    const run = await runOn(target, diagnosis);
    const untestable = notTestable(run);
    const cores = missingCores({ run }).map(redact);
    if (options.json) {
      const shown = diagnosis.findings.map(({ part, verdict, text }) => ({
        part,
        verdict,
        text: redact(text),
      }));
      const report = { target: target.name, findings: shown, not_testable: untestable, inconclusive: cores };
      process.stdout.write(`${terminalJson(report, 2)}\n`);
    } else {
      const reasons = [
        ...untestable.map((one) => plain(redact(reasonText(one)))),
        ...cores.map((why) => `✗ certify is inconclusive: ${plain(why)}`),
      ].join('\n');
      process.stdout.write(
        `\n${reasons === '' ? 'Everything that can be tested over HTTP can be tested here.' : reasons}\n`,
      );
    }
    return exitOf(diagnosis, cores);
  } finally {
    await close();
  }
}

interface Reason {
  readonly reason: string;
  readonly requirements: readonly string[];
}

/** What a run against the target would note of it. What it makes in the checkout is presumed. */
async function runOn(target: Target, { capabilities, findings }: Diagnosis): Promise<RunRecord> {
  const found = findings.reduce<TargetTroubles>((sofar, one) => ({ ...sofar, ...troublesOf(one) }), {});
  const opening = presumedCheckout(found.browserTrouble);
  const { trouble, ...made } = await makeByCheckout({ target, capabilities }, opening);
  const troubles = { ...found, ...(trouble !== undefined && { checkoutTrouble: trouble }) };
  return runRecord(unwrittenPlan(withMade(target, made), { capabilities }, troubles));
}

/** The rows that can't be tested on this target, by reason; rows that nobody can test over HTTP are left out. */
function notTestable(run: RunRecord): readonly Reason[] {
  const rows = allRequirements.flatMap((row) => {
    const reason = row.untestable === undefined ? whyUntestable(row, run) : undefined;
    return reason === undefined ? [] : [{ id: row.id, reason }];
  });
  return [...grouped(rows, ({ reason }) => reason)].map(([reason, group]) => ({
    reason,
    requirements: group.map(({ id }) => id),
  }));
}

function reasonText({ reason, requirements }: Reason): string {
  return `${counted(requirements.length, 'requirement')} can't be tested: ${reason}`;
}

function exitOf({ findings }: Diagnosis, cores: readonly string[]): number {
  if (findings.some(({ verdict }) => verdict === 'wrong')) return exitCodes.usage;
  return cores.length > 0 || findings.some(({ verdict }) => verdict === 'unreachable')
    ? exitCodes.inconclusive
    : exitCodes.conformant;
}
