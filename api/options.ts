import { z } from 'zod';
import { defaultRuns } from '../harness/means/scope.ts';
import { SettingsError } from '../harness/settings/settings-error.ts';

/** What chooses a target. */
export interface TargetChoice {
  /** The targets file. Default `targets.yaml` in the working folder; without that file the only target is `embedded`. */
  readonly targets?: string | undefined;
  /** The target's name. Default: the file's own default. */
  readonly target?: string | undefined;
  /** Agrees to spend real money; the target's entry must say `live: accepted` too. Default false: nothing is sent to a target with a live key. */
  readonly live?: boolean | undefined;
}

/** The options of a run of the suites; each has a default. */
export interface RunChoices extends TargetChoice {
  /** Only these: `legacy`, `resource`, `webhooks`, an operation such as `legacy.capture`, or the id of a requirement. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Of all random choices, 0 to 2147483647. Default: drawn. */
  readonly seed?: number | undefined;
  /** Random sequences per model. Default 92. */
  readonly runs?: number | undefined;
  /** Requests at most. Default: as the target's limits say. */
  readonly maxRequests?: number | undefined;
  /** Watches the retries of notifications in real time where the clock can't be moved: about half an hour. Default false. */
  readonly realTime?: boolean | undefined;
  /** What is left out, for whatever reason, makes the verdict inconclusive. Default false, or as the target's entry says. */
  readonly requireComplete?: boolean | undefined;
  /** The run's folder. Default `runs/<started>-<target>`. */
  readonly out?: string | undefined;
}

const text = z.string().min(1);
const count = z.int().positive();

/** Of `TargetChoice`. */
export const targetForm = {
  targets: text.exactOptional(),
  target: text.exactOptional(),
  live: z.boolean().exactOptional(),
};

/** Of `RunChoices`. */
export const runForm = {
  ...targetForm,
  only: z.array(z.string()).exactOptional(),
  seed: z.int().min(0).max(0x7fff_ffff).exactOptional(),
  runs: count.default(defaultRuns),
  maxRequests: count.exactOptional(),
  realTime: z.boolean().exactOptional(),
  requireComplete: z.boolean().exactOptional(),
  out: text.exactOptional(),
};

/** Options that a program gave, as far as they are known. Throws a SettingsError that names the first wrong one. */
export function checkedOptions<T extends z.ZodRawShape>(form: T, options: unknown): z.output<z.ZodObject<T>> {
  const parsed = z.strictObject(form).safeParse(withoutUnset(options));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? 'the options' : issue.path.join('.');
  throw new SettingsError(`${at}: ${issue?.message ?? 'wrong'}`);
}

/** Programs often hand on an option that they were not given. */
function withoutUnset(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
