import type { CheckoutRecord } from '../../../harness/records/checkout-record.ts';

/** One white pixel. */
export const pixel =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

/** How a consumer who is asked for a PIN went through a checkout that told a success while it was wrong. */
export const checkoutRecord: CheckoutRecord = {
  scriptUrl: 'http://t.test/app.js',
  global: 'Pay',
  configure: 'configure',
  launch: 'launch',
  fields: { key: 'publicKey', logo_url: 'image', callback: 'onDone' },
  allowHosts: ['fonts.test'],
  consumer: [
    { do: 'wait', at: 'form' },
    { do: 'fill', at: '#email', with: '${email}' },
    { do: 'fill', at: '#shop' },
    { do: 'click', at: 'button' },
  ],
  pin: [
    { do: 'fill', at: '#pin', with: '${pin}' },
    { do: 'click', at: '#confirm' },
  ],
  walks: [
    {
      name: 'pin',
      consumer: { email: 'mia@example.com', phone: '08012345678' },
      byPin: true,
      data: { buyer: { email: { address: 'mia@example.com' } }, order: { order_ref: "it's" } },
      checksum: { of: '1000', encoding: 'hex' },
      rules: ['legacy.checkout.pin'],
      console: ['error: <b>not found</b>'],
      shots: [
        { caption: 'before the click', jpeg: pixel },
        { caption: 'at the end', jpeg: '"><script>' },
      ],
    },
  ],
};
