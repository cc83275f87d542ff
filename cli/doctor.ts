import type { Command } from 'commander';
import { diagnose, type Diagnosis } from '../harness/preflight/diagnose.ts';
import { type Finding, type TargetTroubles, troublesOf } from '../harness/preflight/trouble.ts';
import { redactorOf, redacted, type Redact } from '../harness/secrets/redact.ts';
import type { Target } from '../harness/settings/settings.ts';
import type { RunConfig } from '../suites/run/run-config.ts';
import { missingCores } from '../reports/certificate/left-out.ts';
import { pluralize, plain, plainValues, hiddenEscaped } from '../reports/words/plain.ts';
import { runRecord } from '../suites/run/prepare.ts';
import { reachTarget } from '../suites/availability/reach-target.ts';
import { makeByCheckout, withMade, type Opening } from '../suites/supplies/by-checkout.ts';
import { unwrittenConfig } from '../suites/run/unwritten-run.ts';
import { exitCodes } from './command/exit-codes.ts';
import { missingFor, missingTable } from './doctor/missing-table.ts';
import { forecastFinding, forecastJson, runForecast } from './doctor/run-forecast.ts';
import { tryPersonas } from './doctor/try-personas.ts';
import { withTarget, type TargetOptions } from './command/options.ts';
import type { CheckoutResult } from '../harness/checkout/launched.ts';
import type { RecordOptions } from '../harness/checkout/record/record-checkout.ts';
import { inSettings, type SuggestedStep } from '../harness/checkout/record/suggest-steps.ts';
import { learningPin } from '../harness/given/ask-pin.ts';
import { signals } from './command/interrupt.ts';
import { demandWindow, errandFor, recordSteps, type Recorded } from './doctor/record-steps.ts';
import { Document, Scalar, visit } from 'yaml';
import { type CheckoutSettings, givenFields } from '../harness/checkout/checkout-settings.ts';
import { at } from '../models/checks.ts';
import { stdout } from './command/terminal.ts';

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
      'open the checkout in a browser window, record how you go through it, and print the steps as settings',
    )
    .addHelpText(
      'after',
      `
Sends a few harmless requests and judges nothing. Authorizes the least amount for each persona, unless money is real, and closes what is
approved. Says what to enter as the webhook URL where payproof can't set it on the target.

--checkout does nothing of that. It opens a payment page in a browser window; you go through the checkout once, and the steps are printed
as settings. Buys something with test keys, and closes what is approved. Ctrl-C ends it with what was recorded until then.

Examples:
  payproof doctor
  payproof doctor --target sandbox
  payproof doctor --target sandbox --checkout

Exit status:
  0    the settings are right; some requirements may still not be testable
  2    a setting is wrong, or a key was refused
  3    the target, its control interface or its webhook path could not be reached, or the core of a claimed interface can't
       be tried: certify would end with 3 as well; with --checkout, the callback was not called
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
  // Its own address of notifications is what a person is to enter elsewhere.
  const { webhooks: _own, ...others } = target;
  const redact = redactorOf(others);
  const line = ({ part, verdict, text }: Finding) =>
    `${marks[verdict]} ${part.padEnd(8)}  ${plain(redact(text))}`;
  try {
    if (!options.json) stdout.says((name) => name, [target.name]);
    const print = (finding: Finding): void => {
      if (!options.json) stdout.text(line(finding));
    };
    const { capabilities, findings, latencyMs } = await diagnose(target, print);
    // Where its keys are refused, every persona is refused too.
    const isLegacyWell = findings.some(({ part, verdict }) => part === 'legacy' && verdict === 'well');
    const personas = isLegacyWell ? await tryPersonas(target, capabilities) : [];
    personas.forEach(print);
    const diagnosis = { capabilities, findings: [...findings, ...personas] };
    const config = await runOn(target, diagnosis);
    const run = runRecord(config);
    const forecast = latencyMs === undefined ? undefined : runForecast(config, latencyMs);
    if (forecast !== undefined) print(forecastFinding(forecast));
    const missing = redacted(missingFor(run), redact);
    const cores = missingCores({ run }).map(redact);
    if (options.json) {
      const shown = diagnosis.findings.map(({ part, verdict, text }) => ({
        part,
        verdict,
        text: redact(text),
      }));
      const report = {
        target: target.name,
        findings: shown,
        ...(forecast && { forecast: forecastJson(forecast) }),
        not_testable: missing,
        inconclusive: cores,
      };
      stdout.json(report, 2);
    } else {
      const reasons = cores.map((why) => `✗ certify is inconclusive: ${plain(why)}`);
      const table =
        missing.length === 0 ? [] : [missingTable(plainValues(missing), stdout.columns ?? usualColumns)];
      const found = [...table, ...reasons];
      stdout.text(
        `\n${found.length === 0 ? 'Everything that can be tested over HTTP can be tested here.' : found.join('\n')}`,
      );
    }
    return exitOf(diagnosis, cores);
  } finally {
    await close();
  }
}

/** Where the width of the terminal is not known. */
const usualColumns = 100;

/** The configuration of a run against the target. What it makes in the checkout is presumed. */
async function runOn(target: Target, { capabilities, findings }: Diagnosis): Promise<RunConfig> {
  const found = findings.reduce<TargetTroubles>((sofar, one) => ({ ...sofar, ...troublesOf(one) }), {});
  const opening = presumedCheckout(found.browserTrouble);
  const { trouble, ...made } = await makeByCheckout({ target, capabilities }, opening);
  const troubles = { ...found, ...(trouble !== undefined && { checkoutTrouble: trouble }) };
  return unwrittenConfig(withMade(target, made), { capabilities }, troubles);
}

function exitOf({ findings }: Diagnosis, cores: readonly string[]): number {
  if (findings.some(({ verdict }) => verdict === 'wrong')) return exitCodes.usage;
  return cores.length > 0 || findings.some(({ verdict }) => verdict === 'unreachable')
    ? exitCodes.inconclusive
    : exitCodes.conformant;
}

/** A checkout that makes whatever is asked for, without a browser: to say what a run would get of it. Or none, for this reason. */
function presumedCheckout(trouble: string | undefined): Opening {
  if (trouble !== undefined) return () => Promise.resolve({ none: trouble });
  let made = 0;
  const launch = (): Promise<CheckoutResult> => {
    made += 1;
    return Promise.resolve({
      told: [{ id: `tok_presumed_${made}` }],
      refusedHosts: [],
      leaks: [],
      page: { isLoaded: true, added: [], isDefined: true, isConfigured: true, isSettled: true, opened: [] },
      wire: [],
      shots: [],
      console: [],
      isSilent: false,
      isOpened: true,
      isShown: true,
      isGone: true,
      typedPins: [],
    });
  };
  return () => Promise.resolve({ launch, close: () => Promise.resolve() });
}

/**
 * `doctor --checkout`: a person goes through the checkout once in a browser, and the steps are printed as settings. Ctrl-C ends it with what was
 * recorded.
 */
export async function runRecording(
  options: TargetOptions,
  browsing: Pick<RecordOptions, 'isShown' | 'onReady'> = {},
): Promise<number> {
  const { target, close } = await reachTarget(options, { readsOnly: true });
  const stop = new AbortController();
  const interrupted = (): void => stop.abort();
  for (const name of signals) process.on(name, interrupted);
  try {
    const errand = errandFor(target);
    await demandWindow(browsing.isShown ?? true);
    const pin = learningPin(redactorOf(target));
    if (errand.consumer.pin !== undefined) pin.learn(errand.consumer.pin);
    if (!options.json) stdout.says(howText, [target.name, errand.advice, target.control?.url]);
    const recorded = await recordSteps(target, errand, { ...browsing, until: stop.signal });
    for (const one of recorded.secrets) pin.learn(one);
    const { redact } = pin;
    const findings = findingsOf(recorded, errand.settings).map((one) => ({ ...one, text: redact(one.text) }));
    const { ended } = recorded.recording;
    if (options.json === true) {
      const shown = findings.map(({ verdict, text }) => ({ part: 'checkout', verdict, text }));
      const steps = redacted(inSettings(recorded), redact);
      const report = {
        target: target.name,
        findings: shown,
        checkout: steps,
        told: redacted(callbackPayloads(recorded), redact),
      };
      stdout.json(report, 2);
    } else {
      const lines = findings.map(({ verdict, text }) => `${marks[verdict]} checkout  ${plain(text)}`);
      stdout.text(['', ...lines].join('\n'));
      if (recorded.consumer.length > 0)
        stdout.says(
          (name) => `\nPut this below checkout: of ${name}:\n\n${stepsText(recorded, redact).trimEnd()}`,
          [target.name],
        );
    }
    if (ended === 'interrupted') return exitCodes.interrupted;
    if (findings.some(({ verdict }) => verdict === 'wrong')) return exitCodes.usage;
    return ended === 'told' ? exitCodes.conformant : exitCodes.inconclusive;
  } finally {
    for (const name of signals) process.off(name, interrupted);
    await close();
  }
}

function howText(name: string, advice: readonly string[], control: string | undefined): string {
  return [
    name,
    'A browser window opens with a payment page. Press Pay there.',
    ...advice,
    ...(control === undefined
      ? []
      : [`Where no phone gets the PIN: GET ${control}/pins?phone=… may show it.`]),
    'What is typed and clicked is recorded until the callback is called. Close the payment page or press Ctrl-C to end before.',
  ].join('\n');
}

type Shown = Pick<Finding, 'verdict' | 'text'>;

const longestTold = 120;

/** What the callback received, as far as it is shown: the status and the id. */
function callbackPayloads({ recording: { told } }: Recorded): readonly { status: string; id: string }[] {
  const textIn = (reply: unknown, name: string): string | undefined => {
    const value = at(reply, [name]);
    return typeof value === 'string' ? value.slice(0, longestTold) : undefined;
  };
  return told.slice(0, 5).map((reply) => ({
    status: textIn(reply, 'status') ?? 'none',
    id: textIn(reply, 'payment_id') ?? textIn(reply, 'id') ?? 'none',
  }));
}

const ends = {
  told: '',
  'not configured':
    'the checkout could not be configured, since the payment page did not load: look at checkout.script_url',
  closed: 'the window was closed before the callback was called: the steps end there',
  interrupted: 'interrupted before the callback was called: the steps end there',
} as const;

/** What was found while a person went through the checkout. */
function findingsOf(recorded: Recorded, settings: CheckoutSettings): readonly Shown[] {
  const { recording, hasPassword, hasOther, consumer, pin } = recorded;
  const { page, refusedHosts, ended } = recording;
  const told = callbackPayloads(recorded).map(({ status, id }) => `status ${status}, id ${id}`);
  const found: Shown[] = [];
  if (page?.isLoaded === false)
    found.push({ verdict: 'wrong', text: `checkout.script_url can not be loaded: ${settings.scriptUrl}` });
  else if (page?.isDefined === false)
    found.push({
      verdict: 'wrong',
      text: `the script defines no ${settings.global} with a method ${settings.configure}, see checkout.global and checkout.configure; it defines ${page.added.join(', ') || 'nothing'}`,
    });
  else if (page?.isConfigured === false)
    found.push({
      verdict: 'wrong',
      text: `${settings.global}.${settings.configure} fails: ${page.problem ?? ''}; ${givenFields(settings)}`,
    });
  if (ended === 'told')
    found.push({
      verdict: 'well',
      text: `the callback was called ${pluralize(told.length, 'time')}: ${told.join('; ')}`,
    });
  else if (ended !== 'not configured' || page === undefined)
    found.push({ verdict: 'unreachable', text: ends[ended] });
  if (refusedHosts.length > 0)
    found.push({
      verdict: 'note',
      text: `refused hosts, see checkout.allow_hosts: ${refusedHosts.slice(0, 10).join(', ')}`,
    });
  if (hasPassword)
    found.push({
      verdict: 'note',
      text: 'a password was typed: set CHECKOUT_PASSWORD in the environment or in .env',
    });
  if (hasOther)
    found.push({
      verdict: 'note',
      text: 'a choice in a list was made, which no step can make: it is left out',
    });
  return [...found, ...[...consumer, ...pin].map(stepFinding)];
}

const troubles = {
  'payment page': 'it stands in the payment page itself, where a run takes no step',
  'other frame':
    'another window or frame shows such an element too, which a run would take: write a selector of your own',
  hidden: 'it was not visible, so that a run would wait in vain: write a selector of what shows it',
  'no selector': 'no selector for it can be written: it is left out',
} as const;

function stepFinding({ step, found }: SuggestedStep): Shown {
  const what = `${step.do} ${step.at}`.trim();
  return found === 'yes'
    ? { verdict: 'well', text: `${what}: a run would find it` }
    : { verdict: 'wrong', text: `${what}: ${troubles[found]}` };
}

/** The steps as YAML to be put below `checkout`: what a terminal would obey is escaped. */
function stepsText(recorded: Recorded, redact: Redact): string {
  const document = new Document(inSettings(recorded));
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'string') return;
      node.value = redact(node.value);
      // Only there are escapes of hidden characters read as such.
      if (plain(String(node.value), Infinity) !== node.value) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return hiddenEscaped(document.toString({ lineWidth: 0 }));
}

/** What stands before a finding on a terminal. */
const marks: Readonly<Record<Finding['verdict'], string>> = {
  well: '✓',
  note: '–',
  wrong: '✗',
  unreachable: '✗',
};
