import type { RunRecord } from '../records/run-record.ts';

/** The target could not be reached, or something else answered, so there is no verdict. The command exits with 3. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** Whether waiting may help: nothing answers, or a gateway says so. Something else that answers stays. */
  readonly mayPass: boolean;

  constructor(message: string, { mayPass = false }: { readonly mayPass?: boolean } = {}) {
    super(message);
    this.mayPass = mayPass;
  }
}

/** What a run does can't be written any more: a full disk, a folder that became read-only. The command exits with 3. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

/** The error for a folder that can't be written: it names the folder and the cause. */
export function unwritable(folder: string, cause: unknown): Unwritable {
  return new Unwritable(
    `${folder} can't be written: ${causeOf(cause)}. What was written so far stays there: payproof report makes its reports once the folder can be written.`,
    { cause },
  );
}

/** An error as Unwritable where a folder could not be written, itself otherwise. */
export function asUnwritable(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return causes[code ?? ''] === undefined ? error : unwritable(folder, error);
}

/** Why a file or folder can't be written, in words. */
export function causeOf(error: unknown): string {
  const { code } = (error instanceof Unwritable ? error.cause : error) as NodeJS.ErrnoException;
  return causes[code ?? ''] ?? `the system says ${code ?? String(error)}`;
}

const causes: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'no space is left',
  EDQUOT: 'no more space is allowed',
};

/** The run may send no more requests. This one was not sent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
  readonly maxRequests: number;

  constructor(maxRequests: number) {
    super(`the allowance of ${maxRequests} requests is used up`);
    this.maxRequests = maxRequests;
  }
}

/** The result of one check of a target. */
export interface Finding extends Pick<TargetTroubles, 'receiverTrouble' | 'browserTrouble'> {
  readonly part:
    | 'money'
    | 'legacy'
    | 'resource'
    | 'control'
    | 'clock'
    | 'tokens'
    | 'webhooks'
    | 'personas'
    | 'checkout'
    | 'run';
  /** `wrong`: a setting is wrong; `unreachable`: nothing answers, or something else; `note`: it works, with a remark. */
  readonly verdict: 'well' | 'note' | 'wrong' | 'unreachable';
  readonly text: string;
}

/** Why a run can't use what the settings offer, as it found out before it began. */
export type TargetTroubles = Pick<
  RunRecord['target'],
  'receiverTrouble' | 'browserTrouble' | 'browserLacks' | 'checkoutTrouble' | 'clockTrouble'
>;

/** Those of an object that has more. */
export function troublesOf({
  receiverTrouble,
  browserTrouble,
  browserLacks,
  checkoutTrouble,
  clockTrouble,
}: TargetTroubles): TargetTroubles {
  return {
    ...(receiverTrouble !== undefined && { receiverTrouble }),
    ...(browserTrouble !== undefined && { browserTrouble }),
    ...(browserLacks !== undefined && { browserLacks }),
    ...(checkoutTrouble !== undefined && { checkoutTrouble }),
    ...(clockTrouble !== undefined && { clockTrouble }),
  };
}
