import { atGuards, guardsNamed } from './faults/guarded.ts';
import { type Choice, answerOf } from './choices/choice.ts';
import { formChoices, legacyOrderChoices, legacyChoices } from './choices/legacy.ts';
import { oddContentChoices } from './choices/odd-content.ts';
import { legacyRefusalChoices } from './choices/legacy-refusals.ts';
import { resourceChoices } from './choices/resource.ts';
import { webhookChoices } from './choices/webhooks.ts';

/** Every answer to an open point that the reference can be set to. */
export const choices: readonly Choice[] = [
  ...legacyChoices,
  ...legacyRefusalChoices,
  ...legacyOrderChoices,
  ...resourceChoices,
  ...webhookChoices,
  ...formChoices,
  ...oddContentChoices,
];

/**
 * The choices of a profile. One with a guard behind it, such as `refused@lines-3`, is made only where that holds, and the reference's own elsewhere: a server may
 * answer an open point by a condition. Throws an Error that names a latitude or a choice that the reference does not have.
 */
export function choicesOf(profile: Readonly<Record<string, string>>): readonly Choice[] {
  return Object.entries(profile).map(([latitude, answer]) => {
    const [chosen, where] = atGuards(answer);
    const guards = guardsNamed(where);
    if (where !== undefined && guards === undefined)
      throw new Error(`the reference has no guard "${where}".`);
    const known = choices.filter((one) => one.latitude === latitude);
    if (known.length === 0) throw new Error(`the reference can not choose about "${latitude}".`);
    const found = known.find((one) => answerOf(one) === chosen);
    if (found !== undefined) return { ...found, ...(guards && { guards }) };
    const names = known.map(answerOf).join(', ');
    throw new Error(`the reference has no choice "${chosen}" of ${latitude}. Known: ${names}.`);
  });
}
