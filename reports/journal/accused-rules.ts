import type { FailureRecord } from '../../harness/journal/journal-records.ts';

/**
 * The rules that a failure accuses, once all failures of the run are known. A wrong field may break one of several rules. Where a steady
 * failure shows that field to break fewer of them, those are accused; otherwise those that nothing in the run has shown to hold, if there are any.
 */
export function accusedRules(
  failure: FailureRecord,
  all: readonly FailureRecord[],
  evidence: Pick<ReadonlyMap<string, number>, 'get'>,
): readonly string[] {
  const cleared = new Set<string>();
  const rulesByField = byField(failure);
  for (const [field, rules] of rulesByField) {
    if (rules.size < 2) continue;
    const precise = all
      .filter(({ flaky }) => !flaky)
      .map((other) => byField(other).get(field) ?? new Set<string>())
      .filter(
        (fewer) => fewer.size > 0 && fewer.size < rules.size && [...fewer].every((one) => rules.has(one)),
      );
    const shown = new Set(precise.flatMap((fewer) => [...fewer]));
    const unproven = new Set([...rules].filter((rule) => (evidence.get(rule) ?? 0) === 0));
    const accused = shown.size > 0 ? shown : unproven.size > 0 ? unproven : rules;
    for (const rule of rules) if (!accused.has(rule)) cleared.add(rule);
  }
  // A rule that another field breaks as well stays.
  const elsewhere = new Set(
    failure.breaches.filter(({ about }) => about === undefined).map(({ rule }) => rule),
  );
  for (const rules of rulesByField.values())
    if (rules.size === 1) for (const rule of rules) elsewhere.add(rule);
  return failure.requirement.filter((rule) => !cleared.has(rule) || elsewhere.has(rule));
}

function byField({ breaches }: FailureRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const { about, rule } of breaches) {
    if (about === undefined) continue;
    const rules = fields.get(about) ?? new Set<string>();
    fields.set(about, rules.add(rule));
  }
  return fields;
}
