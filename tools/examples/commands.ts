import * as fc from 'fast-check';

/** A command of fast-check by its two methods: a class for each would only add lines to what is compared. */
export const command = <M extends object, R>(
  name: string,
  check: (model: M) => boolean,
  run: (model: M, real: R) => Promise<void>,
): fc.AsyncCommand<M, R> => ({ check, run, toString: () => name });

/** Checks systems with such commands. Rejects where one is not as the model says. */
export const checkCommands =
  <M extends object, R>(commands: readonly fc.Arbitrary<fc.AsyncCommand<M, R>>[], model: () => M) =>
  (open: () => R, seed: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(fc.commands([...commands]), (drawn) =>
        fc.asyncModelRun(() => ({ model: model(), real: open() }), drawn),
      ),
      { seed },
    );
