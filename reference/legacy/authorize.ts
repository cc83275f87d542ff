import { Big } from 'big.js';
import type { HandlerReply } from '../seams.ts';
import type { PersonaName } from '../settings.ts';
import type { World } from '../world.ts';
import { authorizeContent, type AuthorizeRequest } from './authorize-content.ts';
import { authorizeMaterial } from './checksum.ts';
import type { LegacyOperation } from './operation.ts';
import { orderOf } from './order.ts';
import { freshId, scheduleExpiry } from './payments.ts';
import { sendPin } from './pins.ts';
import type { Captured } from './records.ts';
import { failed, succeeded } from './replies.ts';

const nothingCaptured: Captured = {
  amount: new Big(0),
  tax: new Big(0),
  shipping: new Big(0),
  pieces: new Map(),
  count: 0,
};

const names: readonly PersonaName[] = ['approve', 'pin', 'reject'];

/** The test account of this e-mail address and phone number, if it is one. */
function personaOf(world: World, { buyer }: AuthorizeRequest): PersonaName | undefined {
  return names.find((name) => {
    const { email, phone } = world.settings.personas[name];
    return world.legacyRules.isAccount(
      email === buyer.email.address.toLowerCase(),
      phone === buyer.phone.number,
    );
  });
}

/** The test account of this e-mail address. With another phone number its owner has to authenticate. */
function ownerOf(world: World, { buyer }: AuthorizeRequest): PersonaName | undefined {
  return names.find((name) => world.settings.personas[name].email === buyer.email.address.toLowerCase());
}

function isRefUsed(world: World, { order: { order_ref: ref } }: AuthorizeRequest): boolean {
  return [...world.store.legacyPayments.values()].some(
    ({ order }) => order.orderRef !== undefined && order.orderRef === ref,
  );
}

function refused(reason: string, message: string): HandlerReply {
  return failed({ status: 'authorize_fail', reason, message });
}

function declined(world: World, request: AuthorizeRequest): HandlerReply {
  const events = world.legacyRules.eventsOfDeclined(freshId(world, 'payment'), orderOf(request.order));
  for (const event of events) world.events.emit(event);
  return refused('rejected', 'The payment was not approved.');
}

function authorized(world: World, request: AuthorizeRequest, test: boolean): HandlerReply {
  const order = orderOf(request.order);
  const id = world.legacyRules.paymentId(freshId(world, 'payment'), order);
  const payment = world.store.legacyPayments.put(id, {
    id,
    status: 'open',
    expiresAt: world.legacyRules.expiryOf(world.clock.now(), world.settings),
    order,
    authorizedAmount: order.totalAmount,
    orderRefAtAuthorize: order.orderRef !== undefined,
    test,
    captured: nothingCaptured,
  });
  scheduleExpiry(world, id, payment.expiresAt);
  const ref = order.orderRef === undefined ? {} : { orderRef: order.orderRef };
  world.events.emit({ status: 'authorize_success', paymentId: id, ...ref });
  return succeeded({ payment_id: id, status: 'authorize_success', test });
}

/** Authorize, as the checkout app invokes it: approves, refuses, or asks for a PIN first (legacy, Authorize). */
export const authorize: LegacyOperation<AuthorizeRequest> = {
  name: 'authorize',
  content: authorizeContent,
  signed: (request) => authorizeMaterial(request),
  handle(world, request) {
    if (!world.legacyRules.acceptsRefTwice && isRefUsed(world, request))
      return refused('order_ref', 'The order_ref was used before.');
    const persona = personaOf(world, request);
    // A consumer without a test account has no history: the reference approves.
    const test = persona !== undefined && world.settings.personas[persona].test;
    if (world.legacyRules.declines(persona)) return declined(world, request);
    if (world.legacyRules.needsPin(ownerOf(world, request))) {
      const phone = request.buyer.phone.number;
      if (request.auth_code === undefined) {
        sendPin(world, phone);
        const asking = world.legacyRules.eventsOfAsking(freshId(world, 'payment'), orderOf(request.order));
        for (const event of asking) world.events.emit(event);
        return succeeded({ status: 'authenticate_consumer', message: 'A PIN was sent by SMS.' });
      }
      if (!world.legacyRules.acceptsPin(request.auth_code, world.store.pins.get(phone), world.store)) {
        return refused('bad_auth_code', 'The PIN is wrong.');
      }
      if (world.legacyRules.declinesWithPin) return declined(world, request);
    }
    return authorized(world, request, test);
  },
};
