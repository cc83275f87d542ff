/** The target could not be reached, or something else answered, so there is no verdict. The command exits with 3. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The run may send no more requests. This one was not sent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';

  constructor(readonly maxRequests: number) {
    super(`the allowance of ${maxRequests} requests is used up`);
  }
}
