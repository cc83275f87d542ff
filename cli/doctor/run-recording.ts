import type { RecordOptions } from '../../harness/checkout/record/record-checkout.ts';
import { inSettings } from '../../harness/checkout/record/in-settings.ts';
import { redacted, redactorOf } from '../../harness/secrets/redact.ts';
import { learningPin } from '../../harness/given/typed-pin.ts';
import { plain } from '../../reports/words/plain.ts';
import { reachTarget } from '../../suites/availability/reach-target.ts';
import { exitCodes } from '../command/exit-codes.ts';
import { signals } from '../command/interrupt.ts';
import type { TargetOptions } from '../command/options.ts';
import { terminalJson, terminalText } from '../command/terminal.ts';
import { marks } from './marks.ts';
import { demandWindow, errandFor, recordSteps } from './record-steps.ts';
import { findingsOf, stepsText, toldShown } from './recorded-text.ts';

/** `doctor --checkout`: somebody goes through the checkout once in a browser, and the steps are printed as settings. Ctrl-C ends it with what was recorded. */
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
    if (!options.json)
      process.stdout.write(`${terminalText(howText(target.name, errand.advice, target.control?.url))}\n`);
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
        told: redacted(toldShown(recorded), redact),
      };
      process.stdout.write(`${terminalJson(report, 2)}\n`);
    } else {
      const lines = findings.map(({ verdict, text }) => `${marks[verdict]} checkout  ${plain(text)}\n`);
      process.stdout.write(`\n${lines.join('')}`);
      if (recorded.consumer.length > 0)
        process.stdout.write(
          `\nPut this below checkout: of ${terminalText(target.name)}:\n\n${stepsText(recorded, redact)}`,
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
      : [`Where no phone gets the PIN: GET ${control}/pins?phone=… may tell it.`]),
    'What is typed and clicked is recorded until the callback is told. Close the payment page or press Ctrl-C to end before.',
  ].join('\n');
}
