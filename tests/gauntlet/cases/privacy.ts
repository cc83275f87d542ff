import { defaultPersonas } from '../../../reference/settings.ts';
import { briefly, type Case } from '../case.ts';
import { behindProxy } from '../support/reference-target.ts';

/** Addresses and numbers that occur nowhere else. */
const personas = {
  approve: { ...defaultPersonas.approve, email: 'mia.tanaka+pay@consumer.example', phone: '08071828459' },
  pin: { ...defaultPersonas.pin, email: 'ken_sato@consumer.example', phone: '08031415926' },
  reject: { ...defaultPersonas.reject, email: "o'neil@consumer.example", phone: '08016180339' },
};
const people = Object.values(personas).flatMap(({ email, phone }) => [email, phone]);
/** Makes PINs long, so that none of them stands in other text by chance. */
const pinEnding = '7182818284';

/** Two real faults, so that what consumers have typed stands in accusations, scripts and test files too. */
export const strictPrivacy: Case = {
  name: 'privacy: strict, with faults about consumers',
  args: ['--only', 'legacy', ...briefly],
  expect: {
    exit: [1],
    finds: ['legacy.authorize.pin-checked', 'legacy.authorize.optional-accepted'],
  },
  start: async () => {
    const hostile = await behindProxy(
      {
        before: (request) => ({
          ...request,
          body: Buffer.from(request.body.toString().replaceAll(pinEnding, '')),
        }),
        controlled: (reply) => ({
          ...reply,
          body: Buffer.from(
            reply.body.toString().replace(/"pin":"(\d+)"/, (_, pin: string) => `"pin":"${pin}${pinEnding}"`),
          ),
        }),
      },
      { faults: ['legacy-pin-unchecked', 'legacy-dob-refused'], settings: { personas } },
    );
    return { ...hostile, entry: { ...hostile.entry, privacy: 'strict' }, secrets: [...people, pinEnding] };
  },
};
