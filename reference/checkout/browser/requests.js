/** What is asked of the service: its path, and what the consumer is shown of it. */
export function requestOf(data) {
  if (data.payment !== undefined) {
    const { amount, currency, store_name: store } = data.payment;
    return {
      path: 'payments',
      summary: amountOf(amount, currency, store),
      bodyFor: issued({ payment: data.payment }),
    };
  }
  if (data.token !== undefined) {
    const summary = 'This shop may bill you again later, until you end it.';
    return { path: 'tokens', summary, bodyFor: issued({ token: data.token }) };
  }
  const { order, merchant_data: merchant } = data;
  const summary = amountOf(order?.total_amount, 'JPY', merchant?.store);
  // The whole request, repeated with the PIN (legacy, Endpoints, rule 4).
  return { path: '../pay/authorize', summary, bodyFor: (consumer) => authorizeBody(data, consumer) };
}

/** Sends a request to the service, with the key that the page was configured with. Gives the reply's JSON. */
export async function send(path, key, body) {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return reply.json();
}

const issued =
  (wish) =>
  ({ email, phone, pin }) => ({ ...wish, consumer: { email, phone }, ...codeOf(pin) });

function authorizeBody(data, { email, phone, pin }) {
  const buyer = { ...data.buyer, email: { ...data.buyer?.email, address: email } };
  return { ...data, buyer: { ...buyer, phone: { ...data.buyer?.phone, number: phone } }, ...codeOf(pin) };
}

const codeOf = (pin) => (pin === undefined ? {} : { auth_code: pin });

function amountOf(amount, currency, store) {
  if (typeof amount !== 'number') return '';
  const price = `${amount.toLocaleString('en')} ${currency ?? ''}`.trim();
  return store === undefined ? price : `${price} to ${store}`;
}
