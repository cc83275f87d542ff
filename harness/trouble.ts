/** The target could not be reached, or what answered is not it: no verdict is honest. The command exits with 3. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The run's allowance of requests is used up. Nothing was sent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';

  constructor(readonly maxRequests: number) {
    super(`the allowance of ${maxRequests} requests is used up`);
  }
}
