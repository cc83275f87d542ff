import { Document, Scalar, visit } from 'yaml';
import { inSettings } from '../../harness/checkout/record/in-settings.ts';
import type { SuggestedStep } from '../../harness/checkout/record/suggest-steps.ts';
import type { Finding } from '../../harness/preflight/finding.ts';
import { type CheckoutSettings, givenFields } from '../../harness/checkout/checkout-settings.ts';
import type { Redact } from '../../harness/secrets/redact.ts';
import { at } from '../../models/checks.ts';
import { counted } from '../../reports/words/counted.ts';
import { hiddenEscaped, plain } from '../../reports/words/plain.ts';
import type { Recorded } from './record-steps.ts';

type Shown = Pick<Finding, 'verdict' | 'text'>;

const longestTold = 120;

/** What the callback was told, as far as it is shown: the status and the id. */
export function toldShown({ recording: { told } }: Recorded): readonly { status: string; id: string }[] {
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
  closed: 'the window was closed before the callback was told anything: the steps end there',
  interrupted: 'interrupted before the callback was told anything: the steps end there',
} as const;

/** What was found while somebody went through the checkout. */
export function findingsOf(recorded: Recorded, settings: CheckoutSettings): readonly Shown[] {
  const { recording, hasPassword, hasOther, consumer, pin } = recorded;
  const { page, refusedHosts, ended } = recording;
  const told = toldShown(recorded).map(({ status, id }) => `status ${status}, id ${id}`);
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
      text: `the callback was told ${counted(told.length, 'time')}: ${told.join('; ')}`,
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
export function stepsText(recorded: Recorded, redact: Redact): string {
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
