import { allRequirements } from '../../spec/register.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { SettingsError, suggestion } from '../settings/settings-error.ts';
import { isScope, scopeOf, scopes } from './scope.ts';

/**
 * Whether `--only` selects a requirement: by its scope, by its id, or by the beginning of its id, which names an operation: `legacy.capture` selects
 * `legacy.capture.full-closes`. An empty `--only` selects everything.
 */
export function isRowSelected(row: Requirement, only: readonly string[]): boolean {
  return (
    only.length === 0 || only.some((one) => (isScope(one) ? scopeOf(row) === one : isWithinId(row, one)))
  );
}

/** The requirements that `--only` selects. */
export function selectedRows(only: readonly string[]): readonly Requirement[] {
  return allRequirements.filter((row) => isRowSelected(row, only));
}

function isWithinId({ id }: Requirement, beginning: string): boolean {
  return id === beginning || id.startsWith(`${beginning}.`);
}

/** Throws a SettingsError that names what selects nothing. `where`: the option or the setting that has it. */
export function checkSelection(only: readonly string[], where = '--only'): void {
  for (const one of only) {
    if (isScope(one) || allRequirements.some((row) => isWithinId(row, one))) continue;
    const near = suggestion(one, [...scopes, ...beginnings()]);
    throw new SettingsError(
      `${where} ${one}: no requirement is named so. ${near === '' ? '' : `${near} `}It is ${scopes.join(', ')}, the id of a requirement, or the beginning of ids up to a dot, such as legacy.capture.`,
    );
  }
}

/** All ids, and what they begin with. */
function beginnings(): readonly string[] {
  const all = allRequirements.flatMap(({ id }) => {
    const parts = id.split('.');
    return parts.slice(1).map((_, index) => parts.slice(0, index + 2).join('.'));
  });
  return [...new Set(all)];
}
