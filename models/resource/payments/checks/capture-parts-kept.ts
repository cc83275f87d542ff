import { paymentRules } from '../../../../spec/resource/payment.ts';
import { decimalText, entries, isUnset } from '../../forms.ts';
import type { Capture } from '../../state.ts';
import { sameLines } from './items.ts';

const names = ['tax', 'shipping', 'items'] as const;
type Shown = Readonly<Record<string, unknown>>;

/** What a capture shows of its order; what is empty, or of another form, is left out (Resources and their fields, Capture). */
export function partsShown(capture: Shown): Shown {
  return Object.fromEntries(
    names
      .map((name) => [name, capture[name]] as const)
      .filter(([name, value]) =>
        name === 'items' ? entries(value).length > 0 : (decimalText(value) ?? '0') !== '0',
      ),
  );
}

/** That a capture goes on to show these parts: one by one, as its field, what is expected, and what holds. */
export function partsKept({ parts = {} }: Pick<Capture, 'parts'>) {
  return Object.entries(parts).map(([name, value]) => ({
    rule: paymentRules.captureParts.id,
    name,
    expected: JSON.stringify(value),
    holds: (shown: unknown): boolean =>
      name === 'items'
        ? !isUnset(shown) && sameLines(shown, value)
        : decimalText(shown) === decimalText(value),
  }));
}
