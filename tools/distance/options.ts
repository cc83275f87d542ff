import { InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../../cli/command/options.ts';
import { packageRoot } from '../../harness/files/version.ts';

/** More than that would make delays of less than nothing, or twice as long ones likely. */
const mostJitter = 0.5;

/** `--jitter`, shared by all that put a relay before a server. */
export function jitterOption(): Option {
  return new Option('--jitter <part>', 'by which part of itself each delay is longer or shorter at most')
    .argParser((text) => {
      const part = Number(text);
      if (text.trim() !== '' && part >= 0 && part <= mostJitter) return part;
      throw new InvalidArgumentError(`It must be a number, 0 to ${mostJitter}.`);
    })
    .default(0);
}

/** `--checkout`: which program certifies. What starts the servers and judges is always of this checkout. */
export function checkoutOption(): Option {
  return new Option('--checkout <dir>', 'the checkout that certifies, installed; default: this one').default(
    packageRoot,
    'this one',
  );
}

/** A parser of a repeatable option with whole numbers. */
export function collectedNumber(min: number) {
  const number = wholeNumber(min);
  return (text: string, before: readonly number[] = []): readonly number[] => [...before, number(text)];
}
