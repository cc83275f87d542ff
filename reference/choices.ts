import { type Choice, answerOf } from './choices/choice.ts';
import { formChoices, legacyOrderChoices, legacyChoices } from './choices/legacy.ts';
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
];

/** The choices of a profile. Throws an Error that names a latitude or a choice that the reference does not have. */
export function choicesOf(profile: Readonly<Record<string, string>>): readonly Choice[] {
  return Object.entries(profile).map(([latitude, chosen]) => {
    const known = choices.filter((one) => one.latitude === latitude);
    if (known.length === 0) throw new Error(`the reference can not choose about "${latitude}".`);
    const found = known.find((one) => answerOf(one) === chosen);
    if (found !== undefined) return found;
    const names = known.map(answerOf).join(', ');
    throw new Error(`the reference has no choice "${chosen}" of ${latitude}. Known: ${names}.`);
  });
}
