/** What stands where a target should: how to reach it, and how to end it. */
export interface Hostile {
  /** The target's entry in `targets.yaml`, without its limits. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Limits of the entry beside the usual ones of a case. */
  readonly limits?: Readonly<Record<string, unknown>>;
  /** Texts that must stand in no artefact, beside the keys of the reference. */
  readonly secrets?: readonly string[];
  /** Variables of the run's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** What must come out of a case. */
export interface Expectation {
  /** The exit statuses that are right. */
  readonly exit: readonly number[];
  /** Whether the run must have begun: by its certificate. Default: both are right. */
  readonly begins?: boolean;
  /** What standard output or standard error must say. */
  readonly says?: RegExp;
  /** The rows that may be accused. Default: none. `any`: what came may well break a row. */
  readonly accuses?: readonly string[] | 'any';
  /** Rows that must have evidence. */
  readonly shows?: readonly string[];
  /** Rows that must be accused: the real fault behind the noise. */
  readonly finds?: readonly string[];
}

/** One hostile behaviour, with what must come out of a run against it. */
export interface Case {
  readonly name: string;
  /** Arguments of `certify` beside the target and the folder. */
  readonly args: readonly string[];
  readonly expect: Expectation;
  /** Whether `npm run test:all` runs it as well. */
  readonly short?: boolean;
  /** It takes more time than others, s. */
  readonly mostSeconds?: number;
  /** It waits more than it works, so that others may run beside it. */
  readonly waits?: boolean;
  start(): Promise<Hostile>;
}

/** Few requests, so that a case takes seconds. */
export const briefly = ['--runs', '2', '--max-requests', '400'] as const;

/** Cheaper: the requests of one interface, half of them with notifications. The two have in common what reads HTTP. */
export const interfaces = [
  ['--only', 'webhooks', '--runs', '2', '--max-requests', '250'],
  ['--only', 'resource', '--runs', '2', '--max-requests', '250'],
] as const;

/** A fault that a short run finds, and what a case must make of it. */
export const seededFault = 'legacy-full-capture-stays-open';
export const findingFault: Pick<Case, 'args' | 'expect'> = {
  args: ['--only', 'legacy', '--runs', '20', '--max-requests', '1000'],
  expect: {
    exit: [1],
    finds: ['legacy.capture.full-closes'],
    // A payment that stays open tells of no closing, and takes what a closed one refuses.
    accuses: 'any',
  },
};
