import type { CheckoutStep } from '../checkout-settings.ts';
import type { Suggestion } from './suggest-steps.ts';

type Written = Readonly<Record<string, string>>;

function stepInSettings(step: CheckoutStep): Written {
  if (step.do === 'fill') return { fill: step.at, with: step.with };
  return step.do === 'click' ? { click: step.at } : { 'wait for': step.at };
}

/** What was suggested, as it stands below `checkout` of a target; no list where there are no steps. What has no selector is left out. */
export function inSettings({ consumer, pin }: Pick<Suggestion, 'consumer' | 'pin'>): {
  readonly consumer?: readonly Written[];
  readonly pin?: readonly Written[];
} {
  const listed = (steps: Suggestion['pin']) =>
    steps.filter(({ found }) => found !== 'no selector').map(({ step }) => stepInSettings(step));
  return {
    ...(consumer.length > 0 && { consumer: listed(consumer) }),
    ...(pin.length > 0 && { pin: listed(pin) }),
  };
}
