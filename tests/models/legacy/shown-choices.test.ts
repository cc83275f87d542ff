import type { OperationName } from '../../../spec/operations.ts';
import { describe, expect, it } from 'vitest';
import type { Json, Performed, Sequence } from '../../../engine/model.ts';
import { authorizeMaterial } from '../../../models/legacy/replies/authorize-material.ts';
import { choicesShown as legacyShown } from '../../../models/legacy/replies/shown-choices.ts';
import { choicesShown as resourceChoices } from '../../../models/resource/replies/shown-choices.ts';
import type { ApiCall, Call, Reply } from '../../../models/wire.ts';
import { body, judged, paid, replies, sequence } from '../../support/setups/legacy-replies.ts';
import { reply } from '../../support/setups/resource-replies.ts';

const personas = {
  approve: { email: 'ok@example.test', phone: '08000000001', test: true },
  pin: { email: 'pin@example.test', phone: '08000000002', test: true, pin: '1234' },
};
const legacyChoices = (steps: readonly Performed<Call, Reply>[]) => legacyShown(steps, personas);

const authorizations = (...ids: string[]) => ids.map((id) => ({ ...replies.authorized, payment_id: id }));

describe('the replies of a legacy sequence show', () => {
  const two = sequence('authorize one line', 'authorize one line');

  it.each<[string, object[], object]>([
    [
      'that ids are drawn behind a prefix',
      authorizations('pay_5f0a9c77bd01', 'pay_hn0ivrhg4mar'),
      { 'legacy.ids.prefix': { prefixed: 1 }, 'legacy.ids.order': { random: 1 } },
    ],
    [
      'that ids are counted without one',
      authorizations('7', '12'),
      { 'legacy.ids.prefix': { bare: 1 }, 'legacy.ids.order': { counted: 1 } },
    ],
  ])('%s', async (_claim, answers, shown) => {
    const made = await judged(two, answers);
    expect(made.accused).toEqual([]);
    expect(made.choices).toMatchObject(shown);
  });

  it('nothing of ids where there is one of a kind', async () => {
    const made = await judged(sequence('authorize one line', 'capture full'), [
      replies.authorized,
      replies.captured('c1'),
    ]);
    expect(made.choices).toEqual({});
  });

  it.each<[string, object, string | undefined, OperationName?]>([
    ['a message', { status: 'request_failed', reason: 'unauthorized', message: 'No.' }, 'text'],
    ['an empty one', { status: 'request_failed', message: '' }, 'empty'],
    ['none', { status: 'bad_request' }, 'absent'],
    ['null', { status: 'bad_request', message: null }, 'absent'],
    ['nothing, where an operation has failed', { ...paid, status: 'close_fail', message: 'm' }, undefined],
    ['nothing, where it has succeeded', replies.closed, undefined],
    ['nothing, where Authorize has failed', { status: 'failed_request' }, undefined, 'authorize'],
  ])('that a refusal has %s', (_claim, answer, choice, operation = 'close') => {
    const shown = legacyChoices([performed(operation, {}, reply(400, answer))]);
    expect(shown.map((one) => `${one.latitude} ${one.choice}`)).toEqual(
      choice === undefined ? [] : [`legacy.errors.message ${choice}`],
    );
  });

  it.each<[string, string, string]>([
    ['1234', '1234', 'same'],
    ['1234', '9876', 'new'],
  ])(
    'that the PIN %s is followed by %s for the same phone, at the request for it',
    (first, second, choice) => {
      const asked = { ...body, buyer: { phone: { number: '080' } } };
      const asks = reply(200, { status: 'authenticate_consumer' });
      const read = (pin: string, of: string) => ({
        ...performed('authorize', {}, reply(200, { pin }), { asked: of }),
        call: { to: 'control', operation: 'read-pin', method: 'GET', path: '/pins/080' } as const,
      });
      const steps = [
        { ...performed('authorize', { body: asked }, asks), step: step('s1') },
        read(first, 's1'),
        { ...performed('authorize', { body: asked }, asks), step: step('s2') },
        read(second, 's2'),
      ];
      expect(legacyChoices(steps)).toEqual([{ latitude: 'legacy.authorize.pin-again', choice, step: 's2' }]);
      expect(legacyChoices(steps.slice(0, 2))).toEqual([]);
      const [ask, readOfAsk, askAgain, readOfAgain] = steps;
      // Both reads show the newest.
      expect(legacyChoices([ask, askAgain, readOfAsk, readOfAgain].flatMap((one) => one ?? []))).toEqual([]);
    },
  );
});

describe('an authorization shows', () => {
  const { approve, pin } = personas;
  const fails = { status: 'authorize_fail' };
  const succeeds = { status: 'authorize_success', payment_id: 'p1' };
  const asks = {
    ...performed('authorize', sound(pin.email, pin.phone), reply(200, { status: 'authenticate_consumer' })),
    step: step('s1'),
  };
  const readsPin: Performed<Call, Reply> = {
    ...performed('authorize', {}, reply(200, { pin: '4321' }), { asked: 's1' }),
    call: { to: 'control', operation: 'read-pin', method: 'GET', path: '/pins' },
  };
  const coded = (code: string, answer: object) =>
    performed('authorize', sound(pin.email, pin.phone, { auth_code: code }), reply(200, answer), {
      asked: 's1',
    });
  const of = (call: Partial<ApiCall>, answer: object) =>
    legacyChoices([performed('authorize', call, reply(200, answer))]).map(
      (one) => `${one.latitude} ${one.choice}`,
    );

  it.each<[string, string | undefined, object, string[]]>([
    ['is authorized', pin.pin, succeeds, ['authorized']],
    ['is declined with it', pin.pin, fails, ['declined-with-pin']],
    ['is declined before', undefined, fails, ['declined-before']],
    ['is asked for it, which is not the end', undefined, { status: 'authenticate_consumer' }, []],
    ['is refused with another', '9999', fails, []],
  ])('that who needs a PIN %s', (_claim, code, answer, choices) => {
    const more = code === undefined ? {} : { auth_code: code };
    expect(of(sound(pin.email, pin.phone, more), answer)).toEqual(
      choices.map((choice) => `legacy.authorize.pin-consumer ${choice}`),
    );
    expect(of(sound(approve.email, approve.phone, more), answer)).toEqual([]);
    expect(of({ ...sound(pin.email, pin.phone, more), credential: 'wrong' }, answer)).toEqual([]);
  });

  it.each<[string, readonly Performed<Call, Reply>[], string[]]>([
    ['at once', [], ['legacy.authorize.pin-consumer declined-with-pin']],
    ['after a wrong one', [coded('9999', fails)], []],
    [
      'after time has passed',
      [
        {
          ...performed('authorize', {}, reply(200, {})),
          call: { to: 'control', operation: 'pass-time', method: 'POST', path: '/clock' },
        },
      ],
      [],
    ],
    ['after another was sent', [{ ...asks, step: { ...asks.step, id: 's5' } }], []],
  ])('that the right PIN is declined, %s', (_claim, between, choices) => {
    const last = { ...coded('4321', fails), step: { ...coded('4321', fails).step, id: 's9' } };
    const shown = legacyChoices([asks, readsPin, ...between, last]);
    expect(shown.map((one) => `${one.latitude} ${one.choice}`)).toEqual(choices);
  });

  it.each<[string, string, string, object, string[]]>([
    ['by its e-mail address alone', pin.email, '09000000009', { ...succeeds, test: true }, ['by-one']],
    ['by its phone alone', 'other@example.test', pin.phone, { ...succeeds, test: true }, ['by-one']],
    ['by both', pin.email, '09000000009', { ...succeeds, test: false }, ['by-both']],
    ['by nothing, in a list', pin.email, [pin.phone] as never, { ...succeeds, test: true }, []],
    ['by what nothing says, without a flag', pin.email, '09000000009', succeeds, []],
    ['by nothing, of another', 'other@example.test', '09000000009', { ...succeeds, test: true }, []],
    [
      'by what nothing says, of the account itself',
      approve.email,
      approve.phone,
      { ...succeeds, test: true },
      [],
    ],
  ])('that a test account is known %s', (_claim, email, phone, answer, choices) => {
    expect(of(sound(email, phone), answer)).toEqual(
      choices.map((choice) => `legacy.authorize.test-account ${choice}`),
    );
  });
});

describe('the replies of a resource sequence show', () => {
  const to = 'resource';
  const refusal = (code: string, description: string) => reply(403, { code, description });

  it.each<[string, string[], string[]]>([
    ['drawn', ['pay_5f0a9c77bd01', 'pay_hn0ivrhg4mar'], ['resource.ids.order random']],
    ['counted', ['pay_9', 'pay_a'], ['resource.ids.order counted']],
    ['unknown, of one alone', ['pay_9'], []],
  ])('that ids are %s', (_claim, ids, shown) => {
    const steps = ids.map((id) => performed('create', { to }, reply(201, { id })));
    expect(resourceChoices(steps).map((one) => `${one.latitude} ${one.choice}`)).toEqual(shown);
  });

  it('that references of errors are counted, whatever their cause', () => {
    const steps = ['err_8', 'err_9'].map((reference) => performed('get', { to }, reply(404, { reference })));
    expect(resourceChoices(steps).map((one) => `${one.latitude} ${one.choice}`)).toEqual([
      'resource.ids.order counted',
    ]);
  });

  it('that ids of captures are counted, by the latest of each payment', () => {
    const steps = ['cap_1', 'cap_2'].map((id) =>
      performed('capture', { to }, reply(200, { captures: [{ id: 'cap_x' }, { id }] })),
    );
    expect(resourceChoices(steps).map((one) => one.choice)).toEqual(['counted']);
  });

  it.each<[string, [string, Reply][], string[]]>([
    [
      'the cause',
      [
        ['a', refusal('x', 'One.')],
        ['b', refusal('x', 'Two.')],
      ],
      ['cause'],
    ],
    [
      'the code alone',
      [
        ['a', refusal('x', 'One.')],
        ['b', refusal('x', 'One.')],
      ],
      ['code'],
    ],
    [
      'nothing by one cause',
      [
        ['a', refusal('x', 'One.')],
        ['a', refusal('x', 'Two.')],
      ],
      [],
    ],
    [
      'nothing by two codes',
      [
        ['a', refusal('x', 'One.')],
        ['b', refusal('y', 'Two.')],
      ],
      [],
    ],
  ])('that a description tells %s', (_claim, answers, choices) => {
    const steps = answers.map(([kind, answer]) => ({
      ...performed('capture', { to }, answer),
      step: step('s1', kind),
    }));
    expect(resourceChoices(steps).map((one) => one.choice)).toEqual(choices);
  });
});

/** A sound authorization of this consumer. */
function sound(email: string, phone: string, more: Readonly<Record<string, Json>> = {}): Partial<ApiCall> {
  const buyer = { ...body.buyer, email: { address: email }, phone: { number: phone } };
  const sent: Json = { ...body, ...more, buyer };
  return { body: sent, checksum: { of: authorizeMaterial(sent), encoding: 'hex' } };
}

function step(id: string, kind = 'any', uses: Sequence[number]['uses'] = {}): Sequence[number] {
  return { id, operation: 'any', kind, uses };
}

function performed(
  operation: OperationName,
  call: Partial<ApiCall>,
  answer: Reply,
  uses: Sequence[number]['uses'] = {},
): Performed<Call, Reply> {
  return {
    step: step('s1', 'any', uses),
    call: { to: 'legacy', operation, method: 'POST', path: '/', credential: 'valid', ...call },
    observation: { reply: answer },
    control: false,
    outcome: 'any',
  };
}
