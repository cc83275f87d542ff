import type { Certificate } from '../certificate/certificate-schema.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';

/** What later steps of a job can read of a run; `action.yml` declares the same. */
export function runOutputs(
  { verdict, requirements, failures, totals }: Certificate,
  night: Nightly | undefined,
  { exit, dir }: { readonly exit: number; readonly dir: string },
): Readonly<Record<string, string>> {
  const count = (is: Certificate['requirements'][number]['verdict']) =>
    String(requirements.filter((row) => row.verdict === is).length);
  return {
    verdict,
    night: night?.verdict ?? '',
    'exit-code': String(exit),
    dir,
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    untested: count('untested'),
    'not-applicable': count('not_applicable'),
    violations: String(failures.filter(({ flaky }) => !flaky).length),
    requests: String(totals.requests),
  };
}

/** Outputs as lines of the file that GITHUB_OUTPUT names. `delimiter`: a text that no value holds. */
export function outputLines(outputs: Readonly<Record<string, string>>, delimiter: string): string {
  return Object.entries(outputs)
    .map(([name, value]) =>
      /[\r\n]/.test(value) ? `${name}<<${delimiter}\n${value}\n${delimiter}\n` : `${name}=${value}\n`,
    )
    .join('');
}
