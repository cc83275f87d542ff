import type { Check } from '../../../engine/model.ts';
import { deleteRules } from '../../../spec/resource/tokens/delete.ts';
import { suspendRules } from '../../../spec/resource/tokens/suspend.ts';
import { resumeRules } from '../../../spec/resource/tokens/resume.ts';
import { tokenRules as rules } from '../../../spec/resource/token.ts';
import {
  at,
  check,
  field,
  isNumber,
  shown as shownValue,
  isObject,
  judged,
  breachesOf,
} from '../../checks.ts';
import { recordOf } from '../../../spec/fields/field.ts';
import { tokenFields } from '../../../spec/fields/token-fields.ts';
import type { Reply } from '../../wire.ts';
import { paymentFields } from '../../../spec/fields/payment-fields.ts';
import { fieldForms, ownForm } from '../field-forms.ts';
import { accusing, type Accuse } from '../replies/outcomes.ts';
import { entries, isUnset, isPerson } from '../forms.ts';
import { knownChecks, tokenKnown } from '../known-fields.ts';
import { instantMs, isInstant, sameInstant } from '../../../spec/instants.ts';
import type { Token } from '../state.ts';
import { buyerRules as buyer } from '../../../spec/resource/buyer.ts';
import { personChecks } from '../person.ts';

/** The checks of a token in a reply; `suspects` as for payments. */
export function tokenChecks(token: Token, suspects: readonly string[]): readonly Check<Reply>[] {
  const all = accusing(token, suspects);
  const { id } = token;
  const { is, setBy } = token.status;
  // Later reads of a deleted token show whether it stays deleted.
  const forGood = is === 'DELETED' && suspects.length > 0 ? [deleteRules.irreversible.id] : [];
  return [
    ...tokenForm,
    ...(id === undefined ? [] : [field(all(rules.id.id), 'id', { is: id })]),
    field(
      [...all(setBy), ...forGood],
      'status',
      { state: [is] },
      {
        weight: statusWeight,
      },
    ),
    ...knownChecks(tokenKnown, token, suspects),
    ...stateChecks(token, all),
    ...versionChecks(token),
    ...updatedChecks(token),
  ];
}

function stateChecks(token: Token, accuse: Accuse): readonly Check<Reply>[] {
  const notDeleted = field(
    accuse(rules.deletedAtNull.id),
    'deleted_at',
    judged(isUnset, { missing: 'unset' }, 'null until the token is deleted'),
  );
  switch (token.status.is) {
    case 'ACTIVE': {
      const rule = token.wasResumed === true ? resumeRules.empties.id : rules.suspensions.id;
      return [
        notDeleted,
        field(
          accuse(rule),
          'suspensions',
          judged(noSuspensions, { entries: 0, optional: true }, 'an empty array'),
        ),
      ];
    }
    case 'SUSPENDED':
      return [
        notDeleted,
        ...suspensionForm,
        ...(token.suspendedBy === 'merchant' ? [...byMerchant, oneEntry(accuse)] : []),
        ...(token.suspendedBy === 'merchant' && token.suspendedAt === undefined
          ? afterWait(token, rules.suspensionTimestamp.id, ['suspensions', '0', 'timestamp'])
          : []),
        ...sameSuspension(token, accuse),
      ];
    case 'DELETED':
      return [
        field(deleteRules.setsDeletedAt.id, 'deleted_at', { form: 'instant' }),
        ...(token.deletedAt === undefined
          ? afterWait(token, deleteRules.setsDeletedAt.id, ['deleted_at'])
          : [sameDeletion(token.deletedAt, accuse)]),
      ];
  }
}

/** The instant of the deletion does not change, however many digits a reply shows. */
function sameDeletion(deletedAt: string, accuse: Accuse): Check<Reply> {
  return field(
    accuse(deleteRules.setsDeletedAt.id),
    'deleted_at',
    judged((v) => sameInstant(v, deletedAt), deletedAt),
  );
}

/** A change after the clock was moved has a later instant than any updated_at shown before. */
function afterWait(
  { updated, waited, shared }: Token,
  rule: string,
  path: readonly string[],
): readonly Check<Reply>[] {
  if (updated === undefined || waited !== true || shared) return [];
  const expected = `${path.join('.')} later than ${updated.stamp}, after which the clock was moved`;
  const later = (value: unknown): boolean => !isInstant(value) || instantMs(value) > instantMs(updated.stamp);
  return [check(rule, expected, ({ body }) => at(body, path), later, { about: path.join('.') })];
}

/** A first suspension is the only entry. */
function oneEntry(accuse: Accuse): Check<Reply> {
  return field(
    accuse(suspendRules.addsEntry.id),
    'suspensions',
    judged((value) => Array.isArray(value) && value.length === 1, { entries: 1 }, 'an array with one entry'),
  );
}

/** The instant of the only suspension does not change. */
function sameSuspension({ suspendedAt }: Token, accuse: Accuse): readonly Check<Reply>[] {
  if (suspendedAt === undefined) return [];
  return [
    check(
      accuse(rules.suspensionTimestamp.id),
      `suspensions with the timestamp ${suspendedAt}`,
      ({ body }) => entries(at(body, ['suspensions'])).map(({ timestamp }) => timestamp),
      (shown) => (shown as readonly unknown[]).some((one) => sameInstant(one, suspendedAt)),
      { about: 'suspensions.timestamp' },
    ),
  ];
}

/** Every success raises version_nr. Whether reads and refusals do is open, so the bounds widen by them. */
function versionChecks({ version, shared }: Token): readonly Check<Reply>[] {
  if (version === undefined || shared) return [];
  const least = version.last + version.least;
  const most = version.last + version.most;
  const rule = version.least > 0 ? rules.versionRaised.id : rules.versionNr.id;
  const expected = `version_nr: ${least === most ? least : `from ${least} to ${most}`}`;
  return [
    {
      cites: [rule],
      // Apart from its form: a number that is written as text still shows whether it was raised.
      about: 'value of version_nr',
      test({ body }) {
        const shown = at(body, ['version_nr']);
        const value = versionOf(shown);
        if (value !== undefined && value >= least && value <= most) return [];
        const about = value === undefined ? 'version_nr' : 'value of version_nr';
        const expect = { at: 'version_nr', must: { from: least, to: most } } as const;
        // Where nothing has raised it, two answers contradict each other: the earlier one may be wrong, so that its value is no data for a script.
        return breachesOf([rule], expected, shownValue(shown), {
          about,
          ...(version.least > 0 && { expect }),
        });
      },
    },
  ];
}

/** A version_nr as a number, also where it is written as text. */
export function versionOf(shown: unknown): number | undefined {
  if (isNumber(shown)) return shown as number;
  return typeof shown === 'string' && /^\d{1,15}$/.test(shown) ? Number(shown) : undefined;
}

// Server clocks tick in steps of 16 ms at most; a change this much later must show.
const tickMs = 50;

const isPrecise = (stamp: string) => /\.\d{3}/.test(stamp);

/** updated_at never decreases, and increases with a change that is clearly later. */
function updatedChecks({ updated, version, shared, waited }: Token): readonly Check<Reply>[] {
  if (updated === undefined || shared) return [];
  const raised = (version?.least ?? 0) > 0;
  const moved: Check<Reply> = {
    // Without moving the clock an unchanged instant proves nothing, but a wrong one is still accused.
    cites: raised ? (waited === true ? [rules.updatedMoves.id] : []) : [rules.updatedAt.id],
    about: 'updated_at',
    test(reply) {
      const shown = at(reply.body, ['updated_at']);
      if (!isInstant(shown)) return [];
      // Compared by the precision of the coarser instant, since fractions are open.
      const unit = isPrecise(updated.stamp) && isPrecise(shown) ? 1 : 1000;
      const [before, now] = [updated.stamp, shown].map((stamp) => Math.floor(instantMs(stamp) / unit));
      if (before === undefined || now === undefined) return [];
      const since = reply.sentAt - updated.receivedAt;
      const due = raised && (waited === true || since >= tickMs + (unit === 1 ? 0 : unit));
      if (due ? now > before : now >= before) return [];
      const rule = raised ? rules.updatedMoves.id : rules.updatedAt.id;
      return breachesOf([rule], `updated_at ${due ? 'later than' : 'not before'} ${updated.stamp}`, shown, {
        about: 'updated_at',
        ...(due && { expect: { at: 'updated_at', must: { not: updated.stamp } } }),
      });
    },
  };
  return [moved];
}

/** As heavy as a wrong state. */
const statusWeight = 5;
const isTrue = (value: unknown): boolean => value === true;

/** The form of every token object (Resources and their fields, Token). */
const tokenForm: readonly Check<Reply>[] = Object.freeze([
  ...fieldForms(recordOf(tokenFields, 'token'), { status: { weight: statusWeight } }),
  ...ownForm(recordOf(tokenFields, 'origin')),
  check(
    [rules.origin.id, buyer.buyerFields.id],
    'origin with name1, name2, email and phone as strings, one of them at least',
    ({ body }) => at(body, ['origin']),
    // One that is no object breaks its own rule alone.
    (origin) => !isObject(origin) || isPerson(origin),
    { about: 'origin', provesWhere: isObject },
  ),
  // An origin is described 'as in Buyer': a wrong one speaks against both, until payments show what a buyer has.
  ...personChecks(recordOf(tokenFields, 'origin'), recordOf(paymentFields, 'buyer')),
]);

/** No suspensions unless suspended; those of a deleted token are not documented. */
const noSuspensions = (value: unknown): boolean =>
  isUnset(value) || (Array.isArray(value) && value.length === 0);

/** At least one entry, each with its instant. */
const suspensionForm: readonly Check<Reply>[] = Object.freeze([
  field(
    rules.suspensions.id,
    'suspensions',
    judged((value) => Array.isArray(value) && value.length > 0, 'an array with an entry'),
  ),
  check(
    rules.suspensionTimestamp.id,
    'suspensions with a timestamp in ISO 8601 UTC',
    ({ body }) => entries(at(body, ['suspensions'])).every(({ timestamp }) => isInstant(timestamp)),
    isTrue,
    {
      about: 'suspensions.timestamp',
      expect: () => ({ at: 'suspensions', each: 'timestamp', must: { form: 'instant' } }),
    },
  ),
]);

const byMerchant: readonly Check<Reply>[] = Object.freeze([
  check(
    rules.suspensionAuthority.id,
    'suspensions with the authority "merchant"',
    ({ body }) => entries(at(body, ['suspensions'])).map(({ authority }) => authority),
    (authorities) =>
      Array.isArray(authorities) && authorities.length > 0 && authorities.every((one) => one === 'merchant'),
    {
      about: 'suspensions.authority',
      expect: () => ({ at: 'suspensions', each: 'authority', must: { is: 'merchant' } }),
    },
  ),
]);
