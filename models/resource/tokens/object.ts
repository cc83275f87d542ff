import type { Check } from '../../../engine/model.ts';
import { deleteRules } from '../../../spec/resource/tokens/delete.ts';
import { suspendRules } from '../../../spec/resource/tokens/suspend.ts';
import { resumeRules } from '../../../spec/resource/tokens/resume.ts';
import { tokenRules as rules } from '../../../spec/resource/token.ts';
import { at, check, field, isNumber, shown as shownValue } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { entries, isUnset, samePairs, sameState } from '../forms.ts';
import { instantMs, isInstant, sameInstant } from '../replies/instants.ts';
import type { Token } from '../state.ts';
import { byMerchant, noSuspensions, statusWeight, suspensionForm, tokenForm } from './form.ts';

/** The rule behind each field that no operation changes. */
const fixedRules: Readonly<Record<string, string>> = {
  merchant_id: rules.merchantId.id,
  consumer_id: rules.consumerId.id,
  created_at: rules.createdAt.id,
  activated_at: rules.activatedAt.id,
};
export const fixedFields = Object.keys(fixedRules);
const fixedInstants: ReadonlySet<string> = new Set(['created_at', 'activated_at']);

/** The checks of a token in a reply; `suspects` as for payments. */
export function tokenChecks(token: Token, suspects: readonly string[]): readonly Check<Reply>[] {
  const always = (rule: string): readonly string[] => [rule, ...suspects];
  // What the read before has shown was right: only a change since then can be wrong.
  const all = (rule: string) => (token.after === 'read' && suspects.length > 0 ? suspects : always(rule));
  const text = (rule: string, name: string, value: string | undefined) =>
    value === undefined ? [] : [field(all(rule), name, (shown) => shown === value, JSON.stringify(value))];
  const { is, because } = token.status;
  const { metadata } = token;
  // Later reads of a deleted token show whether it stays deleted.
  const forGood = is === 'DELETED' && suspects.length > 0 ? [deleteRules.irreversible.id] : [];
  return [
    ...tokenForm,
    ...text(rules.id.id, 'id', token.id),
    field([...all(because), ...forGood], 'status', (shown) => sameState(shown, is), is, {
      weight: statusWeight,
    }),
    ...text(rules.walletId.id, 'wallet_id', token.walletId),
    ...text(rules.description.id, 'description', token.description),
    ...(metadata === undefined
      ? []
      : [
          field(
            all(rules.metadata.id),
            'metadata',
            (shown) => samePairs(shown, metadata),
            JSON.stringify(metadata),
          ),
        ]),
    ...fixedFields.flatMap((name) => {
      const value = token.fixed?.[name];
      if (value === undefined) return [];
      const same = fixedInstants.has(name) ? sameInstant : (shown: unknown) => shown === value;
      return [
        field(always(fixedRules[name] ?? rules.id.id), name, (v) => same(v, value), JSON.stringify(value)),
      ];
    }),
    ...stateChecks(token, suspects),
    ...versionChecks(token),
    ...updatedChecks(token),
  ];
}

function stateChecks(token: Token, suspects: readonly string[]): readonly Check<Reply>[] {
  const notDeleted = field(
    [rules.deletedAtNull.id, ...suspects],
    'deleted_at',
    isUnset,
    'null until the token is deleted',
  );
  switch (token.status.is) {
    case 'ACTIVE': {
      const rule = token.wasResumed === true ? resumeRules.empties.id : rules.suspensions.id;
      return [notDeleted, field([rule, ...suspects], 'suspensions', noSuspensions, 'an empty array')];
    }
    case 'SUSPENDED':
      return [
        notDeleted,
        ...suspensionForm,
        ...(token.suspendedBy === 'merchant' ? [...byMerchant, oneEntry(suspects)] : []),
        ...(token.suspendedBy === 'merchant' && token.suspendedAt === undefined
          ? afterWait(token, rules.suspensionTimestamp.id, ['suspensions', '0', 'timestamp'])
          : []),
        ...sameSuspension(token, suspects),
      ];
    case 'DELETED':
      return [
        field(deleteRules.setsDeletedAt.id, 'deleted_at', isInstant, 'an ISO 8601 instant in UTC'),
        ...(token.deletedAt === undefined
          ? afterWait(token, deleteRules.setsDeletedAt.id, ['deleted_at'])
          : [sameDeletion(token.deletedAt)]),
      ];
  }
}

/** The instant of the deletion does not change, however many digits a reply shows. */
function sameDeletion(deletedAt: string): Check<Reply> {
  return field(deleteRules.setsDeletedAt.id, 'deleted_at', (v) => sameInstant(v, deletedAt), deletedAt);
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
function oneEntry(suspects: readonly string[]): Check<Reply> {
  return field(
    [suspendRules.addsEntry.id, ...suspects],
    'suspensions',
    (value) => Array.isArray(value) && value.length === 1,
    'an array with one entry',
  );
}

/** The instant of the only suspension does not change. */
function sameSuspension({ suspendedAt }: Token, suspects: readonly string[]): readonly Check<Reply>[] {
  if (suspendedAt === undefined) return [];
  return [
    check(
      [rules.suspensionTimestamp.id, ...suspects],
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
      // Apart from its form: a number that is written as text tells whether it was raised.
      about: 'value of version_nr',
      test({ body }) {
        const shown = at(body, ['version_nr']);
        const value = versionOf(shown);
        if (value !== undefined && value >= least && value <= most) return [];
        const about = value === undefined ? 'version_nr' : 'value of version_nr';
        return [{ rule, expected, received: shownValue(shown), about }];
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
      return [
        {
          rule,
          expected: `updated_at ${due ? 'later than' : 'not before'} ${updated.stamp}`,
          received: shown,
          about: 'updated_at',
        },
      ];
    },
  };
  return [moved];
}
