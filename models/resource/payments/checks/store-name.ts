import type { Check } from '../../../../engine/model.ts';
import { commonRules } from '../../../../spec/resource/common.ts';
import { resourceLatitudes } from '../../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../../spec/resource/payment.ts';
import { at, field, isText, json, type Predicate, type Words } from '../../../checks.ts';
import { holdsControl } from '../../../echo.ts';
import { choose } from '../../../choose.ts';
import { alsoChecked, changed, madeOf } from '../../../rechecked.ts';
import type { Reply } from '../../../wire.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../../state.ts';

const rule = paymentRules.storeName.id;

/** Text in Japanese letters; a wrong decoding shows as U+FFFD or as mojibake. */
const isJapanese: Predicate = (value) =>
  typeof value === 'string' && /[぀-ヿ一-鿿]/.test(value) && !value.includes('�');

/** That a field shows Japanese text, where Japanese text was sent. */
export function japaneseIn(name: string, sent: string | undefined): readonly Check<Reply>[] {
  return isJapanese(sent) ? [encoded(name, isJapanese, 'the Japanese text that was sent')] : [];
}

/** That a text has come through the encoding. One that is not shown at all breaks the rule of its field alone. */
export function encoded(name: string, holdsFor: Predicate, expected: Words): Check<Reply> {
  return field(commonRules.utf8.id, name, (shown) => !isText(shown) || holdsFor(shown), expected, {
    provesWhere: isText,
  });
}

/**
 * A creation under each permitted store name. The document says 'Merchant store name.' of what is shown, and names no field of the request: it
 * may be the name that was sent, that name with something around it, or the account's own. The last is the same for all payments.
 */
export function named(state: ResourceState, { storeName }: Payment, outcome: ResourceOutcome): Outcomes {
  if (storeName === undefined || holdsControl(storeName)) return [outcome];
  const holds = (shown: unknown): boolean => typeof shown === 'string' && shown.includes(storeName);
  const { accountName } = state;
  const isOwn = (shown: unknown): boolean =>
    isText(shown) && !holds(shown) && (accountName === undefined || shown === accountName);
  const showing = (expected: Words, fits: Predicate, further: readonly Check<Reply>[] = []) =>
    alsoChecked(outcome, () => [field(rule, 'store_name', fits, expected), ...further]);
  const own = showing(
    `the account's own name${accountName === undefined ? '' : `, "${accountName}"`}`,
    isOwn,
  );
  const japanese = japaneseIn('store_name', storeName);
  return choose(resourceLatitudes.storeName, {
    'as-sent': showing(json(storeName), (shown) => shown === storeName, japanese),
    decorated: showing(
      () => `${JSON.stringify(storeName)} with more around it`,
      (shown) => shown !== storeName && holds(shown),
      japanese,
    ),
    'of-account': changed(own, {
      checks: () => madeOf(own).map((one) => (one.cites.includes(rule) ? { ...one, earns: false } : one)),
      next(reply?: Reply) {
        const shown = at(reply?.body, ['store_name']);
        const next = outcome.next(reply);
        return typeof shown === 'string' && shown !== '' ? { ...next, accountName: shown } : next;
      },
    }),
  });
}
