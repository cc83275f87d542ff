import type { Machine } from '../model.ts';

const none: ReadonlySet<string> = new Set();

/** The fields that were wrong before in a sequence, and are not judged any more in it. */
export class WrongFields {
  readonly #isOwn: boolean;
  readonly #byPlace = new Map<string, Set<string>>();

  constructor({ ownFields = false }: Pick<Machine<unknown, unknown, unknown>, 'ownFields'>) {
    this.#isOwn = ownFields;
  }

  /** Those of an operation's replies. */
  of(operation: string): ReadonlySet<string> {
    return this.#byPlace.get(this.#placeOf(operation)) ?? none;
  }

  /** Notes fields that were wrong in a reply to an operation. */
  add(operation: string, fields: Iterable<string>): void {
    const place = this.#placeOf(operation);
    this.#byPlace.set(place, new Set([...this.of(operation), ...fields]));
  }

  #placeOf(operation: string): string {
    return this.#isOwn ? operation : '';
  }
}
