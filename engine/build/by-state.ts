/** What was derived of each state, once. */
export class ByState<T> {
  readonly #ofRecords = new WeakMap<object, T>();
  /** Numbers and texts. */
  readonly #ofOthers = new Map<unknown, T>();

  get(state: unknown, derive: () => T): T {
    const known: Pick<Map<unknown, T>, 'get' | 'set'> = typeof state === 'object' && state !== null
      ? (this.#ofRecords as never)
      : this.#ofOthers;
    let found = known.get(state);
    if (found === undefined) known.set(state, (found = derive()));
    return found;
  }
}
