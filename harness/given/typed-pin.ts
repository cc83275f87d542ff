import { hiddenCodes } from '../secrets/private-data.ts';
import { type Redact, redactor } from '../secrets/redact.ts';
import { SHORTEST_SECRET } from '../secrets/secret-forms.ts';

/** A shorter PIN occurs in other text by chance; the fields of codes are kept out whatever they hold. */
const shortest = 4;

const mark = hiddenCodes['pin'] ?? '';

/** A redactor that also removes a PIN once it is told one: a person types it while the run goes on. */
export function learningPin(redact: Redact): {
  readonly redact: Redact;
  learn(pin: string): void;
} {
  let typed: Redact = (text) => text;
  return {
    redact: Object.assign((text: string): string => typed(redact(text)), { hidden: redact.hidden ?? {} }),
    learn(pin) {
      if (pin.length >= SHORTEST_SECRET) typed = redactor([pin], mark);
      else if (pin.length >= shortest) typed = withoutWord(pin);
    },
  };
}

/** Removes a short text where it stands alone: not as a part of an id, a name or a number. */
function withoutWord(word: string): Redact {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  const alone = new RegExp(`(?<![\\p{L}\\p{N}_/#-]|\\d\\.)${literal}(?![\\p{L}\\p{N}_/#-]|\\.\\d)`, 'gu');
  return (text) => text.replaceAll(alone, () => mark);
}
