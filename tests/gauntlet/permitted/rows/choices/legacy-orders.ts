import { choosing } from '../../choosing.ts';

/** What the legacy document leaves open about orders, captures and refunds. */
export const legacyOrderRows = choosing(
  ['legacy/lifecycle'],
  [
    {
      name: 'the amount of Status stays what was authorized after an update',
      says: '`amount`: `Authorized amount`; update overwrites the order',
      profile: {
        'legacy.status.amount-after-update': 'authorized',
        'legacy.capture.amount-after-update': 'authorized',
      },
      together: 'orders 1',
    },
    {
      name: 'an update can not raise the total before a capture',
      says: 'total_amount is raised after a partial capture; before one it is not shown',
      profile: { 'legacy.update.raised-total': 'refused' },
      together: 'orders 2',
    },
    {
      name: 'an order whose total is not the sum of its parts is refused',
      says: '`total_amount`: `Order total`; what becomes of another sum is not shown',
      profile: { 'legacy.update.inconsistent-total': 'refused' },
      together: 'orders 3',
    },
    {
      name: 'lines of a partly captured order may be edited, and discounts added',
      says: '`existing order lines are not edited`: what the merchant does; that the service refuses it is not said',
      profile: { 'legacy.update.edited-line': 'accepted', 'legacy.update.new-discount': 'accepted' },
      together: 'orders 1',
    },
    {
      name: 'an order_ref that is left out of an update is dropped',
      says: '`the same value must be sent`; what follows where it is not is not shown',
      profile: { 'legacy.update.missing-order-ref': 'dropped', 'legacy.update.other-order-ref': 'replaced' },
      together: 'orders 2',
    },
    {
      name: 'an order_ref that was set at Authorize is kept, whatever an update brings',
      says: '`the same value must be sent`; what follows where it is not is not shown',
      profile: {
        'legacy.update.missing-order-ref': 'kept',
        'legacy.update.other-order-ref': 'kept',
        'legacy.update.first-order-ref': 'ignored',
      },
      together: 'orders 3',
    },
    {
      name: 'an order_ref alone can be set once',
      says: '`sets a new order_ref after the payment id is issued`; a second time is not shown',
      profile: {
        'legacy.update.order-ref-only-after-authorize': 'refused',
        'legacy.update.order-ref-only-after-update': 'refused',
      },
      together: 'orders 2',
    },
    {
      name: 'a second order_ref alone is taken and not kept',
      says: '`sets a new order_ref after the payment id is issued`; a second time is not shown',
      profile: {
        'legacy.update.order-ref-only-after-authorize': 'kept',
        'legacy.update.order-ref-only-after-update': 'kept',
      },
      together: 'orders 1',
    },
    {
      name: 'the order_ref alone can be set on a closed payment',
      says: '`In general` updates of a closed payment fail; the differences of this kind: `not shown`',
      profile: { 'legacy.update.order-ref-only-closed': 'set' },
      together: 'orders 1',
    },
    {
      name: 'two authorizations can not have one order_ref',
      says: '`order_ref`: `Merchant reference id`; its footnote is not shown',
      profile: { 'legacy.authorize.order-ref-twice': 'refused' },
      together: 'orders 1',
    },
    {
      name: 'a capture of more than is left closes the payment',
      says: 'a capture is full, or partial below the authorized amount; above it nothing is shown',
      profile: { 'legacy.capture.above-rest': 'closes', 'legacy.capture.line-again': 'accepted' },
      together: 'orders 4',
    },
    {
      name: 'a capture of an unknown line, or of nothing, succeeds and captures nothing',
      says: '`Failure causes for Close, Capture, Status and Refund beyond those above: not shown`',
      profile: { 'legacy.capture.unknown-line': 'nothing', 'legacy.capture.nothing': 'accepted' },
      together: 'orders 5',
    },
    {
      name: 'a full capture is refused after a partial one',
      says: 'a Full Capture; what it takes after partial ones is not shown',
      profile: { 'legacy.capture.full-after-partial': 'refused' },
      together: 'orders 2',
    },
    {
      name: 'a discount line can not be captured by itself',
      says: '`Items refer to order.items`; of discount lines nothing is shown',
      profile: { 'legacy.capture.discount-line': 'refused' },
      together: 'orders 3',
    },
    ...(['one', 'the-line', 'refused'] as const).map((choice, index) => ({
      name: `a line that is captured without a quantity: ${choice}`,
      says: '`items.quantity`: not required; its default is not shown',
      profile: { 'legacy.capture.no-quantity': choice },
      together: `orders ${index + 1}`,
    })),
    {
      name: 'a refund opens a closed payment again',
      says: '`Effect of Refund on the payment state: not shown`',
      profile: { 'legacy.refund.payment-state': 'reopens', 'legacy.refund.captured-total': 'lowered' },
      together: 'refunds 1',
    },
    {
      name: 'a refund closes an open payment',
      says: '`Effect of Refund on the payment state: not shown`',
      profile: { 'legacy.refund.open-payment-state': 'closes' },
      together: 'refunds 2',
    },
    {
      name: 'a second full refund, and one of nothing, are accepted',
      says: 'after a Full Refund a Partial Refund is impossible; of another full one nothing is said',
      profile: { 'legacy.refund.second-full': 'accepted', 'legacy.refund.nothing': 'accepted' },
      together: 'refunds 1',
    },
    {
      name: 'captures of a payment that was closed by request can not be refunded',
      says: '`Failure causes for … Refund beyond those above: not shown`',
      profile: { 'legacy.refund.after-close': 'refused' },
      together: 'refunds 2',
    },
    {
      name: 'amounts of a fraction of a yen are refused',
      says: '`amount limits: not shown`',
      profile: { 'legacy.common.fractions': 'refused' },
      together: 'refunds 2',
    },
  ],
);
