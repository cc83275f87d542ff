const one = (selector) => document.querySelector(selector);
const typed = (field) => one(`[name=${field}]`).value;

function step(shown, notice = '') {
  for (const section of document.querySelectorAll('section')) section.inert = section.dataset.step !== shown;
  one('.notice').textContent = notice;
}

/** Fills in who pays, and asks the service. */
async function ask({ key, order }, code) {
  const isLegacy = order.payment === undefined && order.token === undefined;
  const buyer = { ...order.buyer, email: { address: typed('mail') }, phone: { number: typed('cell') } };
  const more = code === undefined ? {} : { auth_code: code };
  const body = isLegacy
    ? { ...order, buyer, ...more }
    : { wish: order, mail: typed('mail'), cell: typed('cell'), code };
  const reply = await fetch(isLegacy ? '/pay/authorize' : '/widget/make', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return reply.json();
}

window.addEventListener('message', ({ data: asked, ports: [port], source }) => {
  if (source !== window.parent || port === undefined) return;
  const badge = one('.badge');
  badge.addEventListener('error', () => badge.setAttribute('src', 'acme.svg'), { once: true });
  badge.src = asked.logo ?? 'acme.svg';
  one('.plan').inert = asked.order.options?.authorize_type !== 'extended';
  one('[name=terms]').addEventListener('change', () => step('who'), { once: true });

  step('terms');

  const goOn = async (code) => {
    const reply = await ask(asked, code);
    if (reply.status === 'authenticate_consumer') step('code');
    else if (code !== undefined && reply.reason === 'bad_auth_code')
      step('code', 'Not the code that we sent.');
    else port.postMessage(reply);
  };
  const doing = { go: () => goOn(), check: () => goOn(typed('code')), leave: () => port.postMessage(null) };
  document.addEventListener('click', ({ target }) => void doing[target.dataset.do]?.());
});
