import type { CheckoutSettings } from '../../harness/checkout/checkout-settings.ts';
import { openClient } from '../../harness/wire/client.ts';
import { browserUnavailableReason, whyNoWindow } from '../../harness/checkout/chromium.ts';
import type { Purchase } from '../../harness/checkout/merchant-page.ts';
import {
  recordCheckout,
  type RecordOptions,
  type Recording,
} from '../../harness/checkout/record/record-checkout.ts';
import {
  type RecordedConsumer,
  suggestSteps,
  type Suggestion,
} from '../../harness/checkout/record/suggest-steps.ts';
import { openGate } from '../../harness/pace/limits.ts';
import { liveSigns } from '../../harness/preflight/live.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import { toHttp } from '../../harness/wire/request.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { at } from '../../models/checks.ts';
import { plainAuthorize, plainCall } from '../../suites/webhooks/plain-calls.ts';

/** A way through the checkout that a person is to go: what is bought, and as whom. */
export interface Errand {
  readonly settings: CheckoutSettings;
  readonly purchase: Purchase;
  readonly consumer: RecordedConsumer;
  /** Lines for the person. */
  readonly advice: readonly string[];
}

/** What was recorded, and the steps that it suggests. */
export interface Recorded extends Suggestion {
  readonly recording: Recording;
}

/** What a person buys who shows how the checkout works: of the legacy interface, or a token of the resource one. Throws SettingsError where the settings don't allow it. */
export function errandFor(target: Target): Errand {
  const { checkout, legacy, resource, name } = target;
  if (checkout === undefined)
    throw new SettingsError(
      `targets.${name} has no checkout block: give at least checkout.script_url, the address of the script that a payment page loads`,
    );
  if (liveSigns(target).length > 0)
    throw new SettingsError(
      'doctor --checkout buys something, and money is real here: use an entry with test keys',
    );
  const settings = checkout;
  const setup = setupOf(target, meansOf(target, []), { exclusive: false });
  const { pin, approve } = setup.personas;
  const persona = pin ?? approve;
  const consumer: RecordedConsumer = persona === undefined ? {} : { ...persona, isAsked: pin !== undefined };
  const advice = [
    persona === undefined
      ? 'Go through the checkout once, as any consumer for tests.'
      : `Go through the checkout once as e-mail ${persona.email}, phone ${persona.phone}.`,
    ...(pin === undefined ? [] : ['The service asks for a PIN then: type the one that it has sent.']),
  ];
  if (legacy !== undefined && persona !== undefined) {
    const { body } = toHttp(plainAuthorize(setup, persona, 'payproof-doctor-checkout'), target);
    return {
      settings,
      purchase: { key: legacy.apiKey, data: JSON.parse(String(body)) as object, advice },
      consumer,
      advice,
    };
  }
  if (resource?.publicKey !== undefined)
    return {
      settings,
      purchase: { key: resource.publicKey, data: checkout.token, advice },
      consumer,
      advice,
    };
  throw new SettingsError(
    'doctor --checkout needs something to buy: give legacy.personas.approve or legacy.personas.pin, or resource.public_key',
  );
}

/** Throws SettingsError where no browser can be started, or no window can be opened, and says what to do. */
export async function demandWindow(isShown: boolean): Promise<void> {
  const trouble = (await browserUnavailableReason()) ?? (isShown ? whyNoWindow() : undefined);
  if (trouble !== undefined)
    throw new SettingsError(`doctor --checkout opens a browser window, and ${trouble}`);
}

/** Lets a person go the way in a browser, and records it. Throws SettingsError where no browser can be started. What is authorized is closed again. */
export async function recordSteps(
  target: Target,
  { settings, purchase, consumer }: Errand,
  options: RecordOptions,
): Promise<Recorded> {
  const recording = await recordCheckout(settings, purchase, {
    ...options,
    ...(target.way && { way: target.way }),
  });
  if ('none' in recording) throw new SettingsError(recording.none);
  await closeTold(target, recording.told);
  return { recording, ...suggestSteps(recording, consumer) };
}

/** Closes the payments that the callback received. Where that fails, they expire. */
async function closeTold(target: Target, told: readonly unknown[]): Promise<void> {
  const ids = told
    .map((reply) => at(reply, ['payment_id']))
    .filter((id) => typeof id === 'string' && id !== '');
  if (target.legacy === undefined || ids.length === 0) return;
  const client = openClient(target, { connections: 1 });
  const gate = openGate(target.limits);
  try {
    for (const id of ids.slice(0, 3))
      await gate(() => client.send(toHttp(plainCall('close', String(id)), target)));
  } finally {
    await client.close();
  }
}
