import * as fc from 'fast-check';

type Simpler<D> = (drawn: D, context: unknown) => fc.Stream<fc.Value<D>>;
type Commands<M extends object, R> = Iterable<fc.AsyncCommand<M, R>>;

/**
 * `fc.commands` that draw exactly the given commands in their order. fast-check then shrinks the list with its own shrinker and its own
 * memory of what was executed, as if it had drawn the list at random.
 * `simpler` gives simpler arguments of one command, simplest first, each with its context.
 */
export function givenCommands<D, M extends object, R>(
  given: readonly D[],
  command: (drawn: D) => fc.AsyncCommand<M, R>,
  simpler: Simpler<D>,
): fc.Arbitrary<Commands<M, R>> {
  const inOrder = new InOrder(given, simpler);
  const commands = fc.commands<M, R, false>([inOrder.map(command)], {
    maxCommands: given.length,
    size: 'max',
  });
  return new WhenAllAreDrawn(commands, inOrder);
}

class WhenAllAreDrawn<T> extends fc.Arbitrary<T> {
  readonly #commands: fc.Arbitrary<T>;
  readonly #inOrder: { begin(): void; isDone(): boolean };

  constructor(commands: fc.Arbitrary<T>, inOrder: { begin(): void; isDone(): boolean }) {
    super();
    this.#commands = commands;
    this.#inOrder = inOrder;
  }

  override generate(random: fc.Random): fc.Value<T> {
    for (;;) {
      this.#inOrder.begin();
      const value = this.#commands.generate(random, undefined);
      if (this.#inOrder.isDone()) return value;
    }
  }

  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#commands.shrink(value, context);
  }
}

class InOrder<D> extends fc.Arbitrary<D> {
  readonly #all: readonly D[];
  readonly #simpler: Simpler<D>;
  #next = 0;

  constructor(all: readonly D[], simpler: Simpler<D>) {
    super();
    this.#all = all;
    this.#simpler = simpler;
  }

  begin(): void {
    this.#next = 0;
  }

  isDone(): boolean {
    return this.#next === this.#all.length;
  }

  override generate(): fc.Value<D> {
    if (this.isDone()) throw new Error('all given commands are drawn');
    const drawn = this.#all[this.#next] as D;
    this.#next += 1;
    return new fc.Value(drawn, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is D {
    return false;
  }

  override shrink(drawn: D, context: unknown): fc.Stream<fc.Value<D>> {
    return this.#simpler(drawn, context);
  }
}
